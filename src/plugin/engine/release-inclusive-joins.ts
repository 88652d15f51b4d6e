import type { Graph, GraphNode } from '../../net/graph.ts';
import { tokensAwaitedBy } from '../../net/inclusive-rule.ts';
import { nodeIdOf } from './copies/copy-id.ts';
import { activitiesIn, type EngineActivity, type EngineFlow, type EngineScope } from './engine-internals.ts';
import { waitingTokens } from './waiting-tokens.ts';

/**
 * Releases an inclusive join of a scope that waits for none of the tokens (`net/inclusive-rule.ts`). Call it whenever the
 * engine is at rest, until it returns false.
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
export function findPendingSources(
  { nodes, flows }: Graph,
  scope: EngineScope,
  join: EngineActivity,
): EngineActivity[] {
  const gateway = nodes.get(nodeIdOf(join.id));
  if (!gateway) return [];
  const tokens = activitiesIn(scope).flatMap((activity) => {
    const node = nodes.get(nodeIdOf(activity.id));
    const arrived = waitingTokens(activity).flatMap(({ content }) => flows.get(String(content.id)) ?? []);
    const held = node && activity.status && holdsToken(node) ? [node] : [];
    return [...arrived, ...held].map((place) => ({ activity, place }));
  });
  return [...new Set(tokensAwaitedBy(gateway, tokens).map(({ activity }) => activity))];
}

/** Their hosts hold the tokens of boundary events that wait, and gateways those of the events behind them. */
function holdsToken({ kind, incoming }: GraphNode): boolean {
  return kind !== 'boundary' && incoming[0]?.source.kind !== 'event-based';
}

function emptyFlows(join: EngineActivity): EngineFlow[] {
  const filled = new Set(waitingTokens(join).map((token) => String(token.content.id)));
  return join.inbound.filter((flow) => !filled.has(flow.id));
}
