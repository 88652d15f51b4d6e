import type { Expression } from '../../expressions/expression.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { readTtcElements } from '../read-ttc.ts';
import { readUrl } from './read-form.ts';

/** A `ttc:action` or `ttc:previousAction` as written in the file, not yet checked. */
export interface ActionDraft {
  readonly elementId: string;
  readonly key?: string;
  readonly type?: string;
  readonly name?: string;
  readonly url?: string;
  readonly optType?: string;
  readonly method?: string;
  readonly allowMerge?: string;
  readonly nextNodeKey?: string;
  readonly vote?: string;
  readonly times?: string;
  readonly to?: string;
  /** Unknown attributes. */
  readonly unread?: readonly string[];
  /** `to`, compiled. */
  readonly target?: Expression;
}

const ATTRIBUTES = [
  'key',
  'type',
  'name',
  'url',
  'optType',
  'method',
  'allowMerge',
  'nextNodeKey',
  'vote',
  'times',
  'to',
] as const;

/** Reads the explicit buttons of a node or process, in the order of the file. */
export function readActions(
  element: ModdleElement,
  elementId: string,
  tag: 'action' | 'previousAction',
): readonly ActionDraft[] {
  return readTtcElements(element, tag).map(({ attributes }) => {
    const draft: Partial<Record<(typeof ATTRIBUTES)[number], string>> = {};
    for (const name of ATTRIBUTES) {
      const value = attributes[name]?.trim();
      if (value !== undefined && value !== '') draft[name] = value;
    }
    const unread = Object.keys(attributes).filter(
      (name) => !name.includes(':') && !ATTRIBUTES.some((known) => known === name),
    );
    return { elementId, ...draft, ...(unread.length > 0 && { unread }) };
  });
}

/** Compiles the expressions in `to` and `url`. */
export function readTargets(actions: readonly ActionDraft[], expressions: ExpressionReader): readonly ActionDraft[] {
  return actions.map((action) => {
    if (action.url !== undefined) readUrl(action.url, action.elementId, expressions);
    if (action.to === undefined) return action;
    return { ...action, target: expressions.read(action.to, action.elementId, 'the "to" of a button') };
  });
}
