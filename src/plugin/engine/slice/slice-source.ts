import type { SerializableContext } from 'moddle-context-serializer';
import type { ProcessModel } from '../../../model/process-model.ts';
import type { ActivityDefinition, FlowDefinition, Source } from '../copies/copy-source.ts';

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
export function sliceSource(
  diagram: SerializableContext,
  { graph }: ProcessModel,
  nodeIds: ReadonlySet<string>,
): Slice {
  const { activities, flows } = definitionsOf(diagram as unknown as Source);
  const included = new Set(nodeIds);
  const isIncluded = ({ id }: { readonly id: string }) => included.has(id);
  const nodesIn = (scopeId: string) => {
    const scope = scopeId === graph.process.id ? graph.process : graph.nodes.get(scopeId)?.content;
    return scope?.nodes.filter(isIncluded) ?? [];
  };
  const read = <Definition>(
    definitions: ReadonlyMap<string, Definition>,
    elements: readonly { readonly id: string }[],
  ) => elements.flatMap(({ id }) => definitions.get(id) ?? []);
  const source: Source = {
    getActivities: (scopeId) => (scopeId === undefined ? [...activities.values()] : read(activities, nodesIn(scopeId))),
    getActivityById: (id) => activities.get(id),
    getSequenceFlows: (scopeId) =>
      scopeId === undefined
        ? [...flows.values()]
        : read(
            flows,
            nodesIn(scopeId).flatMap(({ outgoing }) => outgoing.filter(({ target }) => isIncluded(target))),
          ),
    getInboundSequenceFlows: (id) => read(flows, graph.nodes.get(id)?.incoming ?? []),
    getOutboundSequenceFlows: (id) => read(flows, graph.nodes.get(id)?.outgoing ?? []),
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

interface Definitions {
  readonly activities: ReadonlyMap<string, ActivityDefinition>;
  readonly flows: ReadonlyMap<string, FlowDefinition>;
}

const known = new WeakMap<Source, Definitions>();

/** The serializer itself searches its lists for each element. */
function definitionsOf(diagram: Source): Definitions {
  const before = known.get(diagram);
  if (before) return before;
  const definitions = {
    activities: new Map(diagram.getActivities().map((activity) => [activity.id, activity])),
    flows: new Map(diagram.getSequenceFlows().map((flow) => [flow.id, flow])),
  };
  known.set(diagram, definitions);
  return definitions;
}
