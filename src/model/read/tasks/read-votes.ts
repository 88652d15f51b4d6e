import type { FlowNode } from '../diagram.ts';
import { voteOf } from './derive-buttons.ts';
import type { ActionDraft } from './read-actions.ts';
import { flowOf } from './read-explicit-button.ts';

/** The flows that a countersign takes when it is approved or rejected; a complete diagram has one of each. */
export interface VotesReading {
  readonly gatewayId: string;
  readonly approve: readonly string[];
  readonly reject: readonly string[];
  /** Flows of the gateway that no vote leads to. */
  readonly without: readonly string[];
}

/** Reads `ttc:vote` from the flows after a countersign and from its explicit buttons. */
export function readVotes(gateway: FlowNode, actions: readonly ActionDraft[]): VotesReading {
  const votes = { approve: new Set<string>(), reject: new Set<string>() };
  for (const flow of gateway.outgoing) {
    const vote = voteOf(flow);
    if (vote !== undefined) votes[vote].add(flow.id);
  }
  for (const action of actions) {
    const flow = flowOf(action, gateway);
    if (flow !== undefined && (action.vote === 'approve' || action.vote === 'reject')) votes[action.vote].add(flow.id);
  }
  const { approve, reject } = votes;
  const without = gateway.outgoing.map(({ id }) => id).filter((id) => !approve.has(id) && !reject.has(id));
  return { gatewayId: gateway.id, approve: [...approve], reject: [...reject], without };
}
