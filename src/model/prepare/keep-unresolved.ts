import { walkTree } from '../moddle/change-tree.ts';
import type { ModdleDefinitions } from '../moddle/moddle-element.ts';
import { createElement } from '../moddle/parse-bpmn.ts';
import type { UnresolvedReference } from '../moddle/resolve-references.ts';

/**
 * Puts unresolved references back into the tree, so that they are written again. The parser drops them, but some are read
 * by their text, such as a `loopDataInputRef` that names a variable.
 */
export function keepUnresolved(definitions: ModdleDefinitions, unresolved: readonly UnresolvedReference[]): void {
  const ids = new Set([...walkTree(definitions)].flatMap(({ id }) => id ?? []));
  for (const { element, property, id } of unresolved) {
    // After files were joined, the id may exist in the other file.
    if (!element.$type.startsWith('bpmn:') || ids.has(id)) continue;
    const named = createElement('bpmn:BaseElement', { id });
    const others = element.get(property);
    element.set(property, Array.isArray(others) ? [...others, named] : named);
  }
}
