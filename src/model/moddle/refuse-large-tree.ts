import { ModelError } from '../../errors.ts';
import { childrenOf } from './change-tree.ts';
import type { ModdleElement } from './moddle-element.ts';
import { MAX_DEPTH, MAX_ELEMENTS } from './scan-markup.ts';

/**
 * For a file that somebody else has parsed: refuses what `parseBpmn` refuses in a text.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: it has too many elements, or too many levels of them
 */
export function refuseLargeTree(root: ModdleElement): void {
  let elements = 0;
  const open: { readonly element: ModdleElement; readonly depth: number }[] = [{ element: root, depth: 1 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { element, depth } = at;
    // Not `bpmndi:` and what belongs to it.
    if (element.$type.startsWith('bpmn:')) elements += 1;
    if (elements > MAX_ELEMENTS) throw tooLarge(`has more than ${MAX_ELEMENTS} elements`);
    if (depth > MAX_DEPTH) throw tooLarge(`nests its elements more than ${MAX_DEPTH} levels deep`);
    for (const child of childrenOf(element)) open.push({ element: child, depth: depth + 1 });
  }
}

function tooLarge(what: string): ModelError {
  return new ModelError('ERR_MODEL_UNREADABLE', `The file cannot be read as BPMN 2.0: it ${what}.`);
}
