import { elementOf, elementsOf, type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import type { Lane } from './diagram.ts';

/** The lanes of a process or sub-process, and the lanes of each element, innermost first. */
export interface PlacedLanes {
  readonly lanes: readonly Lane[];
  readonly lanesOf: ReadonlyMap<ModdleElement, readonly Lane[]>;
}

export function readLanes(container: ModdleElement): PlacedLanes {
  const lanes: Lane[] = [];
  const lanesOf = new Map<ModdleElement, readonly Lane[]>();
  const visit = (laneSet: ModdleElement, outer: readonly Lane[]): void => {
    for (const element of elementsOf(laneSet, 'lanes')) {
      const name = nameOf(element);
      const lane: Lane = { id: element.id ?? '', element, ...(name === undefined ? {} : { name }) };
      lanes.push(lane);
      const path = [lane, ...outer];
      for (const node of elementsOf(element, 'flowNodeRef')) {
        // Outer lanes list the nodes of inner lanes too, so the longest path is the complete one.
        if ((lanesOf.get(node)?.length ?? 0) < path.length) lanesOf.set(node, path);
      }
      const inner = elementOf(element, 'childLaneSet');
      if (inner !== undefined) visit(inner, path);
    }
  };
  for (const laneSet of elementsOf(container, 'laneSets')) visit(laneSet, []);
  return { lanes, lanesOf };
}
