import { splitText } from '../../expressions/text-names.ts';
import type { TaskUrls } from '../../nodes/task-node.ts';
import type { FlowNode } from '../diagram.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { readTtc } from '../ttc/read-ttc.ts';
import { isWebAddress, readFormKey } from './read-form-key.ts';

export const URL_NAMES = ['handleUrl', 'viewUrl', 'mHandleUrl', 'mViewUrl'] as const;

/** Compiles the expressions in an address only to report invalid ones; the address is filled in at run time. */
export function readUrl(url: string, elementId: string, expressions: ExpressionReader): void {
  try {
    for (const { kind, text } of splitText(url))
      if (kind === 'expression') expressions.read(text, elementId, 'an address');
  } catch {
    // An expression without an end: reading the whole address reports it.
    expressions.read(url, elementId, 'an address');
  }
}

/** Each address from its `ttc` value, else from a form key that is a web address. */
export function readUrls({ id, element }: FlowNode, expressions: ExpressionReader): TaskUrls {
  const formKey = readFormKey(element);
  const page = formKey !== undefined && isWebAddress(formKey) ? formKey : undefined;
  const urls: Partial<Record<(typeof URL_NAMES)[number], string>> = {};
  for (const name of URL_NAMES) {
    const url = readTtc(element, name) ?? page;
    if (url !== undefined) urls[name] = url;
  }
  for (const url of new Set(Object.values(urls))) readUrl(url, id, expressions);
  return urls;
}
