import type { ParseResult } from 'bpmn-moddle';
import { isModdleElement, type ModdleElement } from './moddle-element.ts';

/** Ids that moddle takes (moddle-xml 11); the names of XML have letters of every script. */
const TAKEN_BY_MODDLE = /^([a-z][\w.-]*:)?[a-z_][\w.-]*$/i;

/** Letters and digits of every script; the first may be a digit, as jBPM takes it. */
const IDS = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.·-]*$/u;

/**
 * Ids that name something of every plain object: moddle looks ids up in one, and takes such an id for used. It stays so for
 * `__proto__`: the engine keeps the flows that it takes in a plain object, too, and would lose one of that id.
 */
const OF_EVERY_OBJECT: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__'),
);

/** By element, the id that it has in the file. Only the file that is being read is looked up. */
const given = new WeakMap<object, string>();

/**
 * What an element is called while a file is parsed: its id without blanks around it, as XML Schema has it, and one that
 * moddle takes, or it would skip the element with all that is in it.
 */
export function standInId(element: object, id: string): string {
  const trimmed = id.trim();
  if (!OF_EVERY_OBJECT.has(trimmed) && (TAKEN_BY_MODDLE.test(trimmed) || !IDS.test(trimmed))) return trimmed;
  given.set(element, trimmed);
  return `_${[...trimmed].map((letter) => letter.codePointAt(0)?.toString(16)).join('_')}`;
}

/**
 * Gives elements back the ids of the file, and resolves what refers to them, also by a qualified name such as `tns:pay`.
 * A reference that is empty, such as `<outgoing/>` or `default=""`, refers to nothing and is left out.
 * @returns the parser's result, its elements by ids in an object without a prototype
 */
export function settleIds(result: ParseResult): ParseResult {
  const known = Object.create(null) as Record<string, unknown>;
  for (const [standIn, element] of Object.entries(result.elementsById)) {
    const id = isModdleElement(element) ? given.get(element) : undefined;
    known[id ?? standIn] = id === undefined ? element : Object.assign(element as object, { id });
  }
  const references = result.references.filter(({ id }) => !isBlank(id));
  for (const reference of references) {
    const { element, property, id } = reference;
    if (!isModdleElement(element) || (Object.hasOwn(result.elementsById, id) && id in known)) continue;
    const name = [id.trim(), id.trim().replace(/^[^:]*:/, '')].find((each) => each in known);
    if (name !== undefined) Object.assign(reference, { id: name });
    refer(element, property, name === undefined ? [] : [known[name]]);
  }
  return { ...result, references, elementsById: known };
}

/** moddle gives no id at all for an empty element. */
function isBlank(id: string | undefined): boolean {
  return id === undefined || id.trim() === '';
}

/** Without what every object has by the name of the id, which moddle takes for the element. */
function refer(element: ModdleElement, property: string, found: readonly unknown[]): void {
  const before = element.get(property);
  if (Array.isArray(before)) element.set(property, [...before.filter(isModdleElement), ...found]);
  else if (found.length > 0 || !isModdleElement(before)) element.set(property, found[0]);
}
