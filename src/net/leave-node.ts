import type { NetRun } from './agenda.ts';
import type { GraphFlow, GraphNode } from './graph.ts';
import { disarm } from './listeners.ts';
import type { Later, TokenAt } from './ports.ts';
import { closeIfDone } from './scopes.ts';
import type { Id } from './state.ts';

/**
 * A token leaves its node: by its flows, each of which gets a token, or for good if there is none.
 * @param to the catch event of a link
 */
export function leaveNode(run: NetRun, id: Id, to?: GraphNode): void {
  const { marking, agenda } = run;
  const at = marking.place(id);
  const { scope } = at.token;
  const flows = to ? [] : flowsOut(run, at);
  disarm(run, id);
  if (flows === 'later') {
    marking.token(id).awaits = 'takes';
    return;
  }
  endVisit(run, id);
  const targets: readonly (GraphFlow | GraphNode)[] = to ? [to] : flows;
  agenda.push(...targets.map((target) => ({ kind: 'arrive', scope, to: target, from: [id] }) as const));
  closeIfDone(run, scope);
}

/** A token is not in its node any more: it has left it, or goes on as another one. */
export function endVisit({ marking, ports }: NetRun, id: Id): void {
  const at = marking.place(id);
  marking.removeToken(id);
  ports.tell({ kind: 'left', at });
}

/** BPMN 2.0.2, 13.3.1, 13.4.1 to 13.4.3; an exclusive gateway asks in the order of the file. */
function flowsOut({ ports }: NetRun, at: TokenAt): Later<readonly GraphFlow[]> {
  const { kind, outgoing } = at.node;
  if (kind === 'parallel' || outgoing.length === 0) return outgoing;
  const chosen = kind === 'exclusive' ? ports.choose(at) : undefined;
  if (chosen !== undefined) return outgoing.filter(({ id }) => id === chosen);
  const taken: GraphFlow[] = [];
  for (const flow of outgoing) {
    if (flow.isDefault) continue;
    const takes = !flow.isConditional || ports.takes(at, flow);
    if (takes === 'later') return takes;
    if (takes) taken.push(flow);
    if (takes && kind === 'exclusive') break;
  }
  if (taken.length > 0) return taken;
  const byDefault = outgoing.filter(({ isDefault }) => isDefault);
  return byDefault.length > 0 ? byDefault : ports.noFlow(at);
}
