import type { Graph } from '../../net/graph.ts';
import { nodeIdOf } from './copies/copy-id.ts';
import { activitiesIn, type EngineActivity, type EngineFlow, type EngineScope } from './engine-internals.ts';
import { waitingTokens } from './waiting-tokens.ts';

interface Edge {
  /** Absent for the step from a host to its boundary event. */
  readonly id?: string;
  readonly sourceId: string;
  readonly targetId: string;
}

/**
 * Releases every inclusive join of a scope that has waited long enough, by the rule of BPMN 2.0 (10.6.3, table 13.2):
 * it holds a token, and no token elsewhere is on a path to one of its empty inbound flows that does not pass through
 * it, unless that token also reaches a filled one. The step from a host to its boundary event counts for the first
 * path, not for the second. Call it whenever the engine is at rest, until it returns false.
 * @returns whether a join was released, so that the engine has moved
 */
export function releaseInclusiveJoins(graph: Graph, scope: EngineScope): boolean {
  for (const join of activitiesIn(scope)) {
    if (join.type !== 'bpmn:InclusiveGateway' || join.inbound.length < 2) continue;
    const tokens = waitingTokens(join);
    const empty = emptyFlows(join);
    if (tokens.length === 0 || empty.length === 0 || findPendingSources(graph, scope, join).length > 0) continue;

    for (const flow of empty) discardFlow(join, flow, String(tokens[0]?.content.sequenceId));
    return true;
  }
  return false;
}

/**
 * Tells the join that no token will arrive by a flow. The flow itself is not used: the elements after the join may take
 * that flow again at once, and the engine ignores events of a flow while it handles one of the same flow.
 * @param releaseId unique for each release: without it the process drops the wrong pending message and never ends
 */
function discardFlow({ broker }: EngineActivity, { id, sourceId, targetId }: EngineFlow, releaseId: string): void {
  const sequenceId = `${id}_release_${releaseId}`;
  const content = { id, sourceId, targetId, sequenceId, isSequenceFlow: true, action: 'discard' };
  broker.getQueue('inbound-q')?.queueMessage({ routingKey: 'flow.discard' }, content);
}

/** The activities that hold a token for which an inclusive join has to wait. */
export function findPendingSources(graph: Graph, scope: EngineScope, join: EngineActivity): EngineActivity[] {
  const activities = activitiesIn(scope);
  const { flows, edges } = edgesOf(graph, join);

  const filled = new Set(waitingTokens(join).map((token) => String(token.content.id)));
  const empty = new Set(emptyFlows(join).map((flow) => flow.id));
  const holdsToken = (activity: EngineActivity) =>
    activity !== join && (activity.status || waitingTokens(activity).length > 0);
  return activities
    .filter(holdsToken)
    .filter(({ id }) => reaches(nodeIdOf(id), empty, join.id, edges) && !reaches(nodeIdOf(id), filled, join.id, flows));
}

/** The flows of a scope, and with them the steps from hosts to boundary events. */
function edgesOf(
  graph: Graph,
  join: EngineActivity,
): { readonly flows: readonly Edge[]; readonly edges: readonly Edge[] } {
  const nodes = graph.nodes.get(nodeIdOf(join.id))?.scope.nodes ?? [];
  const flows = nodes.flatMap(({ outgoing }) =>
    outgoing.map(({ id, source, target }) => ({ id, sourceId: source.id, targetId: target.id })),
  );
  const toBoundaryEvents = nodes.flatMap(({ id, host }) => (host ? [{ sourceId: host.id, targetId: id }] : []));
  return { flows, edges: [...flows, ...toBoundaryEvents] };
}

function emptyFlows(join: EngineActivity): EngineFlow[] {
  const filled = new Set(waitingTokens(join).map((token) => String(token.content.id)));
  return join.inbound.filter((flow) => !filled.has(flow.id));
}

function reaches(from: string, flowIds: ReadonlySet<string>, joinId: string, edges: readonly Edge[]): boolean {
  const open = [from];
  const seen = new Set(open);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const edge of edges) {
      if (edge.sourceId !== at) continue;
      if (edge.id !== undefined && flowIds.has(edge.id)) return true;
      if (edge.targetId === joinId || seen.has(edge.targetId)) continue;
      seen.add(edge.targetId);
      open.push(edge.targetId);
    }
  }
  return false;
}
