import type { ModdleElement } from '../../moddle/moddle-element.ts';
import { declareMarks, readMark, setMarks } from '../../moddle/prepared-mark.ts';
import { ALLOWED_OPERATIONS, type AllowedOperation } from '../../ttc/allowed-operations.ts';
import { readTtc } from '../read-ttc.ts';

/** The operations of `ttc:allow` on a task, else on its process, else those of the option. */
export function readAllow(
  task: ModdleElement,
  otherwise: readonly AllowedOperation[] = [],
): readonly AllowedOperation[] {
  const words: readonly string[] = allowAt(task)?.split(/[\s,]+/) ?? otherwise;
  return ALLOWED_OPERATIONS.filter((operation) => words.includes(operation));
}

/** Notes the `ttc:allow` of a called process on `part`, which has its content, if it differs from the one at the call. */
export function keepAllow(part: ModdleElement, called: ModdleElement, call: ModdleElement): void {
  const allow = allowAt(called);
  if (allow === allowAt(call)) return;
  setMarks(part, { allow: allow ?? '' });
  declareMarks(part);
}

function allowAt(element: ModdleElement): string | undefined {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    // An inlined process has its own setting, or none, and not that of its caller.
    const kept = readMark(at, 'allow');
    if (kept !== undefined) return kept || undefined;
    const own = readTtc(at, 'allow');
    if (own !== undefined || at.$type === 'bpmn:Process') return own;
  }
  return undefined;
}
