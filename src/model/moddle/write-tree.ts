import { walkTree } from './change-tree.ts';
import type { ModdleDefinitions, ModdleElement } from './moddle-element.ts';
import { normalizeTree } from './normalize-tree.ts';
import { createElement, type ParsedBpmn, refuseMarkup } from './parse-bpmn.ts';
import { listUnknownAttributes, NOTHING_LEFT_OVER } from './parse-leftovers.ts';
import { refuseLargeTree } from './refuse-large-tree.ts';
import type { UnresolvedReference } from './resolve-references.ts';
import { strictModdle } from './strict-moddle.ts';

export interface WrittenTree {
  readonly xml: string;
  /** The given tree, as the parser would read it from `xml`. */
  readonly parsed: ParsedBpmn;
}

/**
 * Writes a changed tree, and changes it to what the parser would read from the text, so that the text need not be parsed.
 * @param unresolved references of the original files, which are written too: some are read by their text, such as a
 * `loopDataInputRef` that names a variable
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: with the processes that it calls it is larger than a file may be
 */
export async function writeTree(
  definitions: ModdleDefinitions,
  unresolved: readonly UnresolvedReference[],
): Promise<WrittenTree> {
  refuseLargeTree(definitions);
  const elements = [...walkTree(definitions)];
  const kept = keepReferences(elements, unresolved);
  const placeholders = kept.map(addPlaceholder);
  const xml = await writeBpmn(definitions);
  refuseMarkup(xml);
  for (const remove of placeholders) remove();
  normalizeTree(definitions);
  const unknownAttributes = elements.flatMap(listUnknownAttributes);
  return { xml, parsed: { definitions, leftovers: { ...NOTHING_LEFT_OVER, unresolved: kept, unknownAttributes } } };
}

/** Writes a tree as XML. */
export async function writeBpmn(definitions: ModdleDefinitions): Promise<string> {
  return (await strictModdle.toXML(definitions, { format: true })).xml;
}

/** Writes a tree that another parser has read, with the descriptors of that parser. */
export async function writeAsParsed(definitions: ModdleDefinitions): Promise<string> {
  const { $model: parser = strictModdle } = definitions;
  return (await parser.toXML(definitions, { format: true })).xml;
}

/** The unresolved references of the elements of a tree, in its order. */
function keepReferences(
  elements: readonly ModdleElement[],
  unresolved: readonly UnresolvedReference[],
): readonly UnresolvedReference[] {
  if (unresolved.length === 0) return [];
  const ids = new Set(elements.flatMap(({ id }) => id ?? []));
  const places = new Map(elements.map((element, place) => [element, place]));
  const placeOf = ({ element }: UnresolvedReference) => places.get(element) ?? -1;
  return unresolved
    .filter((each) => {
      // After files were joined, the id may exist in the other file.
      const names = [each.id, each.id.replace(/^[^:]*:/, '')];
      return placeOf(each) >= 0 && each.element.$type.startsWith('bpmn:') && !names.some((name) => ids.has(name));
    })
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Puts a reference into the tree, so that it is written. @returns takes it out again */
function addPlaceholder({ element, property, id }: UnresolvedReference): () => void {
  const placeholder = createElement('bpmn:BaseElement', { id });
  const others = element.get(property);
  element.set(property, Array.isArray(others) ? [...others, placeholder] : placeholder);
  return () => {
    const value = element.get(property);
    const left = Array.isArray(value) ? value.filter((each) => each !== placeholder) : undefined;
    element.set(property, left);
  };
}
