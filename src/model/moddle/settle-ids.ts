import type { ParseResult } from 'bpmn-moddle';
import { isModdleElement } from './moddle-element.ts';

/** Ids that moddle takes (moddle-xml 11); the names of XML have letters of every script. */
const TAKEN_BY_MODDLE = /^([a-z][\w.-]*:)?[a-z_][\w.-]*$/i;

/** Letters and digits of every script; the first may be a digit, as jBPM takes it. */
const IDS = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.·-]*$/u;

/** By element, the id that it has in the file. Only the file that is being read is looked up. */
const given = new WeakMap<object, string>();

/**
 * What an element is called while a file is parsed: its id without blanks around it, as XML Schema has it, and in letters
 * that moddle takes, or it would skip the element with all that is in it.
 */
export function standInId(element: object, id: string): string {
  const trimmed = id.trim();
  if (TAKEN_BY_MODDLE.test(trimmed) || !IDS.test(trimmed)) return trimmed;
  given.set(element, trimmed);
  return `_${[...trimmed].map((letter) => letter.codePointAt(0)?.toString(16)).join('_')}`;
}

/** Gives elements back the ids of the file, and resolves what refers to them, also by a qualified name such as `tns:pay`. */
export function settleIds({ elementsById, references }: ParseResult): void {
  const known = elementsById as Record<string, unknown>;
  const unresolved = references.filter(({ id }) => !Object.hasOwn(known, id));
  for (const [standIn, element] of Object.entries(elementsById)) {
    const id = isModdleElement(element) ? given.get(element) : undefined;
    if (id === undefined) continue;
    delete known[standIn];
    known[id] = Object.assign(element as object, { id });
  }
  for (const reference of unresolved) {
    const { element, property, id } = reference;
    if (!isModdleElement(element)) continue;
    const name = [id.trim(), id.trim().replace(/^[^:]*:/, '')].find((each) => Object.hasOwn(known, each));
    if (name === undefined) continue;
    Object.assign(reference, { id: name });
    const others = element.get(property);
    element.set(property, Array.isArray(others) ? [...others, known[name]] : known[name]);
  }
}
