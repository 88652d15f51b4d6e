import { walkTree } from './change-tree.ts';
import type { ModdleDefinitions, ModdleElement } from './moddle-element.ts';
import { createElement, type ParsedBpmn, parseBpmn } from './parse-bpmn.ts';
import type { UnresolvedReference } from './resolve-references.ts';
import { refuseLargeTree } from './scan-markup.ts';
import { strictModdle } from './strict-moddle.ts';

export interface WrittenTree {
  readonly xml: string;
  /** The tree that the parser reads from `xml`. */
  readonly parsed: ParsedBpmn;
}

/**
 * Writes a changed tree, and reads it again: what is checked and run at deployment is what is read after a restart.
 * @param unresolved references of the original files, which are written too: some are read by their text, such as a
 * `loopDataInputRef` that names a variable
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: with the processes that it calls it is larger than a file may be
 */
export async function writeTree(
  definitions: ModdleDefinitions,
  unresolved: readonly UnresolvedReference[],
): Promise<WrittenTree> {
  refuseLargeTree(definitions);
  addPlaceholders([...walkTree(definitions)], unresolved);
  const xml = await writeBpmn(definitions);
  return { xml, parsed: await parseBpmn(xml) };
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

/** Puts the unresolved references of a tree into it, so that they are written. */
function addPlaceholders(elements: readonly ModdleElement[], unresolved: readonly UnresolvedReference[]): void {
  if (unresolved.length === 0) return;
  const ids = new Set(elements.flatMap(({ id }) => id ?? []));
  const inTree = new Set(elements);
  for (const { element, property, id } of unresolved) {
    // After files were joined, the id may exist in the other file.
    const names = [id, id.replace(/^[^:]*:/, '')];
    if (!inTree.has(element) || !element.$type.startsWith('bpmn:') || names.some((name) => ids.has(name))) continue;
    const placeholder = createElement('bpmn:BaseElement', { id });
    const others = element.get(property);
    element.set(property, Array.isArray(others) ? [...others, placeholder] : placeholder);
  }
}
