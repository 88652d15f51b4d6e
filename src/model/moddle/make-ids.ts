import type { ParseResult } from 'bpmn-moddle';
import { setId, walkTree } from './change-tree.ts';
import type { ModdleElement } from './moddle-element.ts';

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
