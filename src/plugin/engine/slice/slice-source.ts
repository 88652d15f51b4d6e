import type { SerializableContext } from 'moddle-context-serializer';
import type { CopySource, Source } from '../copies/copy-source.ts';
import type { ScopeContext } from '../copies/scope-context.ts';
import { type DiagramGraph, graphOf } from './diagram-graph.ts';

/** A part of a diagram, as the engine reads it. */
interface SliceSource extends Source {
  /** The diagram that it is a part of. */
  readonly whole: Source;
}

/** The part of a diagram that one engine runs. */
export interface Slice {
  readonly source: SerializableContext;
  /** Number of its nodes. */
  readonly size: number;
  /** Takes up more nodes; scopes that run already must list them anew. @returns whether any of them is new */
  add(nodeIds: ReadonlySet<string>): boolean;
}

/**
 * The diagram with only some of its nodes, for the engine to run. A scope lists only these and the flows between them.
 * Every node keeps all its flows, since a join counts them; so an activity is the same in the part and in the whole.
 */
export function sliceSource(diagram: SerializableContext, nodeIds: ReadonlySet<string>): Slice {
  const whole = diagram as unknown as Source;
  const graph = graphOf(whole);
  const included = new Set(nodeIds);
  const source: SliceSource = {
    whole,
    getActivities: (scopeId) =>
      scopeId === undefined
        ? whole.getActivities()
        : (graph.inScope.get(scopeId) ?? []).filter(({ id }) => included.has(id)),
    getActivityById: (id) => graph.activities.get(id),
    getSequenceFlows: (scopeId) =>
      scopeId === undefined
        ? whole.getSequenceFlows()
        : (graph.flowsInScope.get(scopeId) ?? []).filter(
            ({ sourceId, targetId }) => included.has(sourceId) && included.has(targetId),
          ),
    getInboundSequenceFlows: (id) => graph.flowsTo.get(id) ?? [],
    getOutboundSequenceFlows: (id) => graph.flowsFrom.get(id) ?? [],
  };
  return {
    source: Object.assign(Object.create(diagram) as SerializableContext, source),
    get size() {
      return included.size;
    },
    add(more) {
      const before = included.size;
      for (const id of more) included.add(id);
      return included.size > before;
    },
  };
}

/** The graph of the whole diagram, whatever part of it the engine runs. @param element of the engine */
export function graphAround({ context }: { readonly context: object }): DiagramGraph {
  const source: Source & Partial<SliceSource & CopySource> = (context as ScopeContext).definitionContext;
  const diagram: Source & Partial<SliceSource> = source.diagram ?? source;
  return graphOf(diagram.whole ?? diagram);
}
