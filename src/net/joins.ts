import type { NetRun } from './agenda.ts';
import { enterNode } from './enter-node.ts';
import type { GraphFlow, GraphNode } from './graph.ts';
import { tokensAwaitedBy } from './inclusive-rule.ts';
import { endVisit } from './leave-node.ts';
import { inOrder } from './order.ts';
import type { Id } from './state.ts';

/** A token waits in front of a join, which fires at once when each of its flows has one (BPMN 2.0.2, 13.4.1, 13.4.3). */
export function arriveAtJoin(run: NetRun, scope: Id, flow: GraphFlow, from: readonly Id[]): void {
  const { marking, agenda, ports } = run;
  const join = flow.target;
  const id = marking.addToken({ scope, flow: flow.id });
  agenda.spend(id, join, from);
  ports.tell({ kind: 'entered', at: marking.place(id), from });
  const first = firstArrivals(run, scope, join);
  if (first.length === join.incoming.length) fireJoin(run, scope, join, first);
}

/**
 * Releases one inclusive join that waits for none of the tokens. Several may hold each other up; then none is released.
 * @returns whether there was one
 */
export function releaseInclusiveJoin(run: NetRun): boolean {
  const { marking } = run;
  const waiting = [...marking.arrivals].filter((id) => marking.nodeAt(id).kind === 'inclusive');
  for (const id of inOrder(marking, waiting)) {
    const { scope } = marking.token(id);
    const join = marking.nodeAt(id);
    const tokens = marking.tokensIn(scope).map((each) => ({ place: placeOf(run, each) }));
    if (tokensAwaitedBy(join, tokens).length > 0) continue;
    fireJoin(run, scope, join, firstArrivals(run, scope, join));
    return true;
  }
  return false;
}

function placeOf({ marking }: NetRun, id: Id): GraphNode | GraphFlow {
  return marking.token(id).flow === undefined ? marking.nodeAt(id) : marking.flowAt(id);
}

/** The token that has waited longest on each flow into a join, in the order of arrival. */
function firstArrivals({ marking }: NetRun, scope: Id, join: GraphNode): readonly Id[] {
  const first = new Map<string, Id>();
  for (const id of marking.arrivals) {
    const { scope: around, flow = '' } = marking.token(id);
    if (around === scope && !first.has(flow) && marking.nodeAt(id) === join) first.set(flow, id);
  }
  return [...first.values()];
}

function fireJoin(run: NetRun, scope: Id, join: GraphNode, arrived: readonly Id[]): void {
  for (const id of arrived) endVisit(run, id);
  enterNode(run, { scope, node: join, from: arrived });
}
