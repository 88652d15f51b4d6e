import type { Expression } from '../../expressions/expression.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import { BUTTON_PARTS, type ButtonPart } from '../../ttc/button-parts.ts';
import type { ExpressionReader } from '../expression-reader.ts';
import { readTtcElements } from '../read-ttc.ts';
import { readUrl } from './read-form.ts';

/** A `ttc:action` or `ttc:previousAction` as written in the file, not yet checked. */
export interface ActionDraft extends Readonly<Partial<Record<ButtonPart, string>>> {
  readonly elementId: string;
  /** Unknown attributes. */
  readonly unread?: readonly string[];
  /** `to`, compiled. */
  readonly target?: Expression;
}

const PARTS = Object.keys(BUTTON_PARTS) as readonly ButtonPart[];

/** Reads the explicit buttons of a node or process, in the order of the file. */
export function readActions(
  element: ModdleElement,
  elementId: string,
  tag: 'action' | 'previousAction',
): readonly ActionDraft[] {
  return readTtcElements(element, tag).map(({ attributes }) => {
    const draft: Partial<Record<ButtonPart, string>> = {};
    for (const name of PARTS) {
      const value = attributes[name]?.trim();
      if (value !== undefined && value !== '') draft[name] = value;
    }
    const unread = Object.keys(attributes).filter((name) => !PARTS.some((known) => known === name));
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
