import type { NetRun } from './agenda.ts';
import { cancelTokens } from './cancel.ts';
import { type GraphFlow, type GraphNode, isEventSubProcess } from './graph.ts';
import { NetError } from './net-error.ts';
import type { Id } from './state.ts';

/** A token goes to another node of its scope, where it begins as if it had just arrived; what it had begun is cancelled. */
export function moveToken(run: NetRun, id: Id, to: string): void {
  const { marking, agenda } = run;
  const token = marking.state.tokens[id];
  const graph = token && marking.graphAt(token.scope);
  const place: GraphFlow | GraphNode | undefined = graph?.flows.get(to) ?? graph?.nodes.get(to);
  const node = place && 'target' in place ? place.target : place;
  if (
    !token ||
    token.of !== undefined ||
    !place ||
    !node ||
    isEventSubProcess(node) ||
    node.scope !== marking.drawn(token.scope)
  )
    throw new NetError('waiting', `Token ${id} cannot go to ${to}: it has to be a node or flow of the same scope.`, to);
  agenda.push({ kind: 'arrive', scope: token.scope, to: place, from: [id] });
  cancelTokens(run, [id]);
}
