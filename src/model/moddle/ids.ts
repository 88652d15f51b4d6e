import type { ParseResult } from 'bpmn-moddle';
import { setId, walkTree } from './change-tree.ts';
import { isModdleElement, type ModdleElement } from './moddle-element.ts';

/** A generated id. */
export interface MadeId {
  readonly id: string;
  /** E.g. `bpmn:UserTask`. */
  readonly type: string;
  readonly name?: string;
}

/** The id that bpmn-engine gives to definitions without one; existing snapshots contain it. */
const DEFINITIONS_ID = 'Def';

/** Types of elements that need an id. Event definitions, messages and the like are found by their position or reference. */
const NAMED_BY_ID = ['bpmn:Definitions', 'bpmn:Process', 'bpmn:FlowElement', 'bpmn:LaneSet', 'bpmn:Lane'] as const;

/**
 * Gives each process, flow element and lane without an id one that is derived from its position: its type, the id of its
 * parent, and its number among the siblings of its type, such as `SequenceFlow_leave_3`. The same file gives the same ids
 * in every version of the library, because snapshots, task rows and the center keep them.
 */
export function makeIds({ elementsById, references }: ParseResult, root: ModdleElement): readonly MadeId[] {
  const made: MadeId[] = [];
  // Ids of unresolved references are taken too, so that a generated id never resolves them.
  const taken = new Set([...Object.keys(elementsById), ...references.map(({ id }) => id)]);
  const counts = new Map<ModdleElement | undefined, Map<string, number>>();
  for (const element of walkTree(root)) {
    const kinds = element.$descriptor?.allTypesByName ?? {};
    if (!NAMED_BY_ID.some((kind) => kind in kinds)) continue;
    const { $type: type, $parent: holder, name } = element;
    const ofHolder = counts.get(holder) ?? new Map<string, number>();
    counts.set(holder, ofHolder);
    const number = (ofHolder.get(type) ?? 0) + 1;
    ofHolder.set(type, number);
    if (element.id !== undefined && element.id !== '') continue;
    let id = nameByPlace(element, holder, number);
    while (taken.has(id)) id += '_';
    taken.add(id);
    setId(element, id);
    Object.assign(elementsById, { [id]: element });
    made.push({ id, type, ...(name === undefined ? {} : { name }) });
  }
  return made;
}

function nameByPlace({ $type }: ModdleElement, holder: ModdleElement | undefined, number: number): string {
  if (holder === undefined) return DEFINITIONS_ID;
  const type = $type.replace('bpmn:', '');
  return type === 'Process' ? `Process_${number}` : `${type}_${holder.id}_${number}`;
}

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
