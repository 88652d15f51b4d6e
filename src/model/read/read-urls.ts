import type { TaskUrls } from '../process-model.ts';
import type { FlowNode } from './drawing.ts';
import { isWebAddress, readFormKey } from './read-form-key.ts';
import { readTtc } from './read-ttc.ts';

export const URL_NAMES = ['handleUrl', 'viewUrl', 'mHandleUrl', 'mViewUrl'] as const;

/** Each address from its own `ttc` value, else from a form key that is a web address. */
export function readUrls({ element }: FlowNode): TaskUrls {
  const formKey = readFormKey(element);
  const page = formKey !== undefined && isWebAddress(formKey) ? formKey : undefined;
  const urls: Partial<Record<(typeof URL_NAMES)[number], string>> = {};
  for (const name of URL_NAMES) {
    const url = readTtc(element, name) ?? page;
    if (url !== undefined) urls[name] = url;
  }
  return urls;
}
