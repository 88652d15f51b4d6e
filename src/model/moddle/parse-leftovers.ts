import type { MadeId } from './ids.ts';
import type { ModdleElement } from './moddle-element.ts';
import type { UndeclaredPrefix } from './prefixes.ts';
import type { RepeatedId } from './repeated-ids.ts';
import type { UnresolvedReference } from './resolve-references.ts';
import { type InvalidBoolean, type RepeatedPart, strictModdle } from './strict-moddle.ts';

/** What the parser could not read into the tree. */
export interface ParseLeftovers {
  /** Messages of the parser about skipped parts of the file. */
  readonly skipped: readonly string[];
  /** References to ids that are not in the file. */
  readonly unresolved: readonly UnresolvedReference[];
  /** References of events that are used as the name or code itself. */
  readonly named: readonly UnresolvedReference[];
  /** References of events by an id with a prefix, such as `tns:order`, which the parser does not look up. */
  readonly prefixed: readonly UnresolvedReference[];
  /** Attributes without a prefix that BPMN 2.0 does not define for the element. */
  readonly unknownAttributes: readonly UnknownAttribute[];
  readonly invalidBooleans: readonly InvalidBoolean[];
  readonly repeatedParts: readonly RepeatedPart[];
  readonly madeIds: readonly MadeId[];
  /** Ids of several elements that mean no more than one id each. */
  readonly repeatedIds: readonly RepeatedId[];
  readonly undeclaredPrefixes: readonly UndeclaredPrefix[];
}

export interface UnknownAttribute {
  readonly elementId?: string;
  readonly name: string;
  /** The attributes that BPMN defines for the element. */
  readonly known: readonly string[];
}

export const NOTHING_LEFT_OVER: ParseLeftovers = {
  skipped: [],
  unresolved: [],
  named: [],
  prefixed: [],
  unknownAttributes: [],
  invalidBooleans: [],
  repeatedParts: [],
  madeIds: [],
  repeatedIds: [],
  undeclaredPrefixes: [],
};

/** The attributes of an element that its namespace, or another one that the parser knows, does not define. */
export function listUnknownAttributes(element: ModdleElement): readonly UnknownAttribute[] {
  const { $type: type, $attrs: attributes = {}, $descriptor: descriptor, id } = element;
  if (!type.startsWith('bpmn:')) return [];
  const names = Object.keys(attributes).filter((name) => {
    const [prefix, local] = name.split(':');
    if (name === 'xmlns' || prefix === 'xmlns') return false;
    return local === undefined || KNOWN_PREFIXES.has(prefix ?? '');
  });
  if (names.length === 0) return [];
  const known = (descriptor?.properties ?? []).filter(({ isAttr }) => isAttr === true).map(({ ns }) => ns.localName);
  return names.map((name) => ({ name, known, ...(id === undefined ? {} : { elementId: id }) }));
}

const KNOWN_PREFIXES: ReadonlySet<string> = new Set(strictModdle.getPackages().map(({ prefix }) => prefix));
