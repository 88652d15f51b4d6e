import BpmnModdle, { type ParseReference } from 'bpmn-moddle';
import { walkTree } from './change-tree.ts';
import { isModdleElement, type ModdleElement, type ModdleProperty } from './moddle-element.ts';
import { moddleOptions } from './moddle-options.ts';
import { standInId } from './settle-ids.ts';

/** A value of a Boolean attribute that is neither true nor false. */
export interface InvalidBoolean {
  /** Id of the element, or of the nearest one around it that has one. */
  readonly elementId?: string;
  readonly attribute: string;
  readonly value: string;
}

/** A part that an element may hold once, and holds several times: only the last of them is in the tree. */
export interface RepeatedPart {
  /** As in {@link InvalidBoolean}. */
  readonly elementId?: string;
  readonly part: string;
}

/** By element, what was set again while it was read. Only the file that is being read is looked up. */
const repeated = new WeakMap<object, Set<string>>();

/**
 * bpmn-moddle, but for two things that it passes over without a word: it takes every Boolean but `true` for false, and
 * of a part that is given twice it keeps the last (measured, bpmn-moddle 9.0.4); and for ids that it does not take. Its
 * trees hold the text of each Boolean until `settleBooleans` has read it, and stand-ins of ids until `settleIds` has.
 */
export const strictModdle: BpmnModdle = createStrictModdle();

/** Names of all that BPMN has, e.g. `UserTask`. */
export const BPMN_TYPES: readonly string[] = strictModdle.getPackage('bpmn').types.map(({ name }) => name);

function createStrictModdle(): BpmnModdle {
  const bpmn = structuredClone(new BpmnModdle(moddleOptions).getPackage('bpmn'));
  for (const property of bpmn.types.flatMap(({ properties = [] }) => properties)) {
    if (property.type === 'Boolean') Object.assign(property, { type: 'String', isBoolean: true });
  }
  const moddle = new BpmnModdle({ ...moddleOptions, bpmn });
  const { properties } = moddle;
  const set = properties.set.bind(properties);
  properties.set = (target, name, value) => {
    const property = properties.getProperty(target, name);
    noteRepetition(target, property);
    set(target, name, property?.isId === true && typeof value === 'string' ? standInId(target, value) : value);
  };
  return moddle;
}

// A reference is set a second time as soon as its target is known.
function noteRepetition(target: object, property: ModdleProperty | null): void {
  if (property === null || property.isReference === true || !Object.hasOwn(target, property.name)) return;
  const names = repeated.get(target) ?? new Set();
  repeated.set(target, names.add(property.ns.localName));
}

/** Parts of BPMN that were given several times in the file that was just read. */
export function listRepeatedParts(root: ModdleElement): readonly RepeatedPart[] {
  return [...walkTree(root)]
    .filter(isBpmn)
    .flatMap((element) => [...(repeated.get(element) ?? [])].map((part) => ({ ...idAround(element), part })));
}

/** The same of references: each is read again later, so that only the parser's list of them tells how often it was given. */
export function listRepeatedReferences(references: readonly ParseReference[]): readonly RepeatedPart[] {
  const given = new Map<ModdleElement, Set<string>>();
  const found: RepeatedPart[] = [];
  for (const { element, property } of references) {
    if (!isModdleElement(element) || !isBpmn(element)) continue;
    const description = strictModdle.properties.getProperty(element, property);
    if (description === null || description.isMany === true) continue;
    const names = given.get(element) ?? new Set();
    if (names.has(property)) found.push({ ...idAround(element), part: description.ns.localName });
    given.set(element, names.add(property));
  }
  return found;
}

/**
 * Reads each Boolean as XML Schema does (`xsd:boolean`: true, false, 1, 0, blanks around it), in place.
 * @returns those that are none of these; they are false, as bpmn-moddle has them
 */
export function settleBooleans(root: ModdleElement): readonly InvalidBoolean[] {
  const invalid: InvalidBoolean[] = [];
  for (const element of walkTree(root)) {
    for (const { name, ns, isBoolean } of element.$descriptor?.properties ?? []) {
      if (isBoolean !== true || !Object.hasOwn(element, name)) continue;
      const text = String(element.get(name));
      const value = BOOLEANS.get(text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''));
      if (value === undefined) invalid.push({ ...idAround(element), attribute: ns.localName, value: text });
      element.set(name, value ?? false);
    }
  }
  return invalid;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function isBpmn({ $type }: ModdleElement): boolean {
  return $type.startsWith('bpmn:');
}

function idAround(element: ModdleElement): { readonly elementId?: string } {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    if (at.id !== undefined) return { elementId: at.id };
  }
  return {};
}
