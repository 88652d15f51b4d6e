import type { ParseReference, ParseResult } from 'bpmn-moddle';
import { referencesIn, walkTree } from './change-tree.ts';
import type { ModdleDefinitions, ModdleElement } from './moddle-element.ts';

/**
 * Describes a tree for moddle-context-serializer, as the parser would: its elements by id, and its references in the order
 * of the file. Unresolved references are left out: nothing that runs has one.
 */
export function describeTree(definitions: ModdleDefinitions): ParseResult {
  const elementsById = Object.create(null) as Record<string, ModdleElement>;
  const references: ParseReference[] = [];
  for (const element of walkTree(definitions)) {
    // The id of an extension element is one of its own attributes, and no id of the file.
    if (element.$descriptor?.properties === undefined) continue;
    if (element.id) elementsById[element.id] ??= element;
    for (const { property, referred } of referencesIn(element)) {
      if (referred.id !== undefined) references.push({ element, property, id: referred.id });
    }
  }
  return { rootElement: definitions, elementsById, references, warnings: [] };
}
