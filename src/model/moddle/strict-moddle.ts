import BpmnModdle, { type ParseReference } from 'bpmn-moddle';
import { walkTree } from './change-tree.ts';
import { parserSafeId } from './ids.ts';
import { isModdleElement, type ModdleElement, type ModdleProperty } from './moddle-element.ts';

/**
 * Descriptors for bpmn-moddle: none, on purpose. In a namespace with a descriptor moddle drops every element that the
 * descriptor does not list, with only a parser warning (measured, bpmn-moddle 9.0.4); in other namespaces it keeps all
 * elements and attributes. So nothing that a modeler wrote is lost, and lint can report what does not run. `readModel`
 * also reads trees that were parsed with the descriptors of a vendor.
 */
export const moddleOptions: Readonly<Record<string, never>> = Object.freeze({});

/** A Boolean attribute with a value that is neither true nor false. */
export interface InvalidBoolean {
  /** Id of the element or its nearest ancestor with an id. */
  readonly elementId?: string;
  readonly attribute: string;
  readonly value: string;
}

/** A child that an element may have once but has several times; only the last one is in the tree. */
export interface RepeatedPart {
  /** As in {@link InvalidBoolean}. */
  readonly elementId?: string;
  readonly part: string;
}

/** Properties that were set more than once, by element, only for the file that is being parsed. */
const repeated = new WeakMap<object, Set<string>>();

/**
 * bpmn-moddle with stricter parsing. bpmn-moddle 9.0.4 (measured) silently reads every Boolean other than `true` as false,
 * keeps only the last of a repeated child, and skips elements with ids that it does not accept. The trees of this parser
 * contain Booleans as text until `parseBooleans` parses them, and encoded ids until `restoreIds` restores them.
 */
export const strictModdle: BpmnModdle = createStrictModdle();

/** Names of all BPMN types, e.g. `UserTask`. */
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
    set(target, name, property?.isId === true && typeof value === 'string' ? parserSafeId(target, value) : value);
  };
  return moddle;
}

// References are not counted: moddle sets them a second time when their target is known.
function noteRepetition(target: object, property: ModdleProperty | null): void {
  if (property === null || property.isReference === true || !Object.hasOwn(target, property.name)) return;
  const names = repeated.get(target) ?? new Set();
  repeated.set(target, names.add(property.ns.localName));
}

/** The repeated children in the file that was just parsed. */
export function listRepeatedParts(root: ModdleElement): readonly RepeatedPart[] {
  return [...walkTree(root)]
    .filter(isBpmn)
    .flatMap((element) => [...(repeated.get(element) ?? [])].map((part) => ({ ...idAround(element), part })));
}

/** The repeated references, which can only be counted in the parser's list of references. */
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
 * Parses Booleans as `xsd:boolean` (true, false, 1 or 0, trimmed), in place.
 * @returns invalid values, which are read as false, as in bpmn-moddle
 */
export function parseBooleans(root: ModdleElement): readonly InvalidBoolean[] {
  const invalid: InvalidBoolean[] = [];
  for (const element of walkTree(root)) {
    for (const { name, ns, isBoolean } of element.$descriptor?.properties ?? []) {
      if (isBoolean !== true || !Object.hasOwn(element, name)) continue;
      const text = String(element.get(name));
      const value = BOOLEANS.get(text.replace(/^[ \t\r\n]+/, '').replace(/(?<![ \t\r\n])[ \t\r\n]+$/, ''));
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
