import type { ActivityDefinition, FlowDefinition, Source } from '../copies/copy-source.ts';

/** The elements of a diagram by what they are looked up by; each list is in the order of the diagram. */
export interface DiagramGraph {
  readonly activities: ReadonlyMap<string, ActivityDefinition>;
  readonly inScope: ReadonlyMap<string, readonly ActivityDefinition[]>;
  readonly flowsInScope: ReadonlyMap<string, readonly FlowDefinition[]>;
  readonly flowsFrom: ReadonlyMap<string, readonly FlowDefinition[]>;
  readonly flowsTo: ReadonlyMap<string, readonly FlowDefinition[]>;
  readonly boundaryEvents: ReadonlyMap<string, readonly ActivityDefinition[]>;
}

const graphs = new WeakMap<Source, DiagramGraph>();

/** The graph of a whole diagram; computed once for each. */
export function graphOf(diagram: Source): DiagramGraph {
  const known = graphs.get(diagram);
  if (known) return known;
  const [activities, flows] = [diagram.getActivities(), diagram.getSequenceFlows()];
  const graph: DiagramGraph = {
    activities: new Map(activities.map((activity) => [activity.id, activity])),
    inScope: groupBy(activities, ({ parent }) => parent.id),
    flowsInScope: groupBy(flows, ({ parent }) => parent.id),
    flowsFrom: groupBy(flows, ({ sourceId }) => sourceId),
    flowsTo: groupBy(flows, ({ targetId }) => targetId),
    boundaryEvents: groupBy(activities, ({ behaviour }) => behaviour.attachedTo?.id),
  };
  graphs.set(diagram, graph);
  return graph;
}

function groupBy<Element>(
  elements: readonly Element[],
  keyOf: (element: Element) => string | undefined,
): ReadonlyMap<string, readonly Element[]> {
  const groups = new Map<string, Element[]>();
  for (const element of elements) {
    const key = keyOf(element);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(element);
    else groups.set(key, [element]);
  }
  return groups;
}
