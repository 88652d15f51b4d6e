import { walkTree } from '../moddle/change-tree.ts';
import type { ModdleDefinitions } from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import type { UnresolvedReference } from '../moddle/settle-references.ts';

/**
 * Lets references that name nothing in the file be written as they were given: some are read by their text, such as the
 * variable that a `loopDataInputRef` names, and the parser drops them from the tree.
 */
export function keepUnresolved(definitions: ModdleDefinitions, unresolved: readonly UnresolvedReference[]): void {
  const ids = new Set([...walkTree(definitions)].flatMap(({ id }) => id ?? []));
  for (const { element, property, id } of unresolved) {
    // Of two files that were joined, one may have what the other names without having it.
    if (!element.$type.startsWith('bpmn:') || ids.has(id)) continue;
    const named = createElement('bpmn:BaseElement', { id });
    const others = element.get(property);
    element.set(property, Array.isArray(others) ? [...others, named] : named);
  }
}
