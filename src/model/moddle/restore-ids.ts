import type { ParseResult } from 'bpmn-moddle';
import { isModdleElement, type ModdleElement } from './moddle-element.ts';

/** Ids that moddle accepts (moddle-xml 11); XML itself allows letters of every script. */
const ACCEPTED_BY_MODDLE = /^([a-z][\w.-]*:)?[a-z_][\w.-]*$/i;

/** Letters and digits of every script; the first may be a digit, as in jBPM. */
const IDS = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.·-]*$/u;

/**
 * Property names of every plain object: moddle looks ids up in a plain object, and treats such an id as a duplicate.
 * `__proto__` is not in the set and stays refused, because the engine keeps the flows that it takes in a plain object too
 * and would lose a flow with that id.
 */
const INHERITED_NAMES: ReadonlySet<string> = new Set(
  Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__'),
);

/** The original id by element, only for the file that is being parsed. */
const given = new WeakMap<object, string>();

/**
 * The id of an element while a file is parsed: trimmed, as XML Schema requires, and encoded if moddle does not accept it,
 * because moddle would skip the element with its content.
 */
export function parserSafeId(element: object, id: string): string {
  const trimmed = id.trim();
  if (!INHERITED_NAMES.has(trimmed) && (ACCEPTED_BY_MODDLE.test(trimmed) || !IDS.test(trimmed))) return trimmed;
  given.set(element, trimmed);
  return `_${[...trimmed].map((letter) => letter.codePointAt(0)?.toString(16)).join('_')}`;
}

/**
 * Restores the original ids and resolves references to them, including qualified names such as `tns:pay`. Empty
 * references, such as `<outgoing/>` or `default=""`, are removed.
 * @returns the parser's result, with elements by id in an object without a prototype
 */
export function restoreIds(result: ParseResult): ParseResult {
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

/** moddle gives undefined as the id of an empty reference. */
function isBlank(id: string | undefined): boolean {
  return id === undefined || id.trim() === '';
}

/** Sets a reference; removes values that are no elements, such as inherited properties that moddle mistook for one. */
function refer(element: ModdleElement, property: string, found: readonly unknown[]): void {
  const before = element.get(property);
  if (Array.isArray(before)) element.set(property, [...before.filter(isModdleElement), ...found]);
  else if (found.length > 0 || !isModdleElement(before)) element.set(property, found[0]);
}
