import type { SerializableContext } from 'moddle-context-serializer';
import type { ActivityDefinition, FlowDefinition, Source } from '../copies/copy-source.ts';
import { type DiagramGraph, graphOf } from './diagram-graph.ts';

/** A part of a diagram, as the engine reads it. */
interface Slice extends Source {
  /** The diagram that it is a part of. */
  readonly whole: Source;
}

/**
 * The diagram with only some of its nodes, for the engine to run. A scope lists only these and the flows between them.
 * Every node keeps all its flows, since a join counts them; so an activity is the same in the part and in the whole.
 */
export function sliceSource(diagram: SerializableContext, nodeIds: ReadonlySet<string>): SerializableContext {
  const whole = diagram as unknown as Source;
  const graph = graphOf(whole);
  const activities = memoize((scopeId) => (graph.inScope.get(scopeId) ?? []).filter(({ id }) => nodeIds.has(id)));
  const flows = memoize((scopeId) =>
    (graph.flowsInScope.get(scopeId) ?? []).filter(
      ({ sourceId, targetId }) => nodeIds.has(sourceId) && nodeIds.has(targetId),
    ),
  );
  const slice: Slice = {
    whole,
    getActivities: (scopeId) => (scopeId === undefined ? whole.getActivities() : activities(scopeId)),
    getActivityById: (id) => graph.activities.get(id),
    getSequenceFlows: (scopeId) => (scopeId === undefined ? whole.getSequenceFlows() : flows(scopeId)),
    getInboundSequenceFlows: (id) => graph.flowsTo.get(id) ?? [],
    getOutboundSequenceFlows: (id) => graph.flowsFrom.get(id) ?? [],
  };
  return Object.assign(Object.create(diagram) as SerializableContext, slice);
}

/** The graph of the whole diagram, whatever part of it the engine runs. @param source as a scope of the engine has it */
export function wholeGraphOf(source: Source & Partial<Slice & { readonly diagram: Source }>): DiagramGraph {
  const diagram: Source & Partial<Slice> = source.diagram ?? source;
  return graphOf(diagram.whole ?? diagram);
}

function memoize<Element extends ActivityDefinition | FlowDefinition>(
  find: (scopeId: string) => readonly Element[],
): (scopeId: string) => readonly Element[] {
  const found = new Map<string, readonly Element[]>();
  return (scopeId) => {
    const known = found.get(scopeId);
    if (known) return known;
    const elements = find(scopeId);
    found.set(scopeId, elements);
    return elements;
  };
}
