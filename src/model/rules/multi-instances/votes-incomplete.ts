import type { FlowNode } from '../../read/diagram.ts';
import type { Draft, UserTaskDraft } from '../../read/draft.ts';
import { isCountersign } from '../../read/read-routing.ts';
import { flowOf, hasHandleButtons, voteOfAction } from '../../read/tasks/read-explicit-button.ts';
import { readTtc } from '../../read/ttc/read-ttc.ts';
import type { Finding, Rule } from '../rule.ts';

export const votesIncomplete: Rule = {
  name: 'votes-incomplete',
  check: (draft) => [...draft.userTasks.flatMap(judgeTask), ...findStrayVotes(draft)],
};

const REMEDY = 'Mark exactly one flow with ttc:vote="approve" and one with ttc:vote="reject".';

function judgeTask({ node, multiInstance, gateway, actions, votes }: UserTaskDraft): readonly Finding[] {
  if (votes === undefined) {
    if (!actions.some(({ vote }) => vote !== undefined)) return [];
    const lacking = multiInstance === undefined ? 'a multi-instance marker' : 'an exclusive gateway right behind it';
    const reason = `A button of "${node.name}" is a vote, but the task does not have ${lacking}, so the votes decide nothing.`;
    return [{ severity: 'error', elementId: node.id, reason, remedy: 'Draw what is missing, or remove the vote.' }];
  }
  const faults = [
    ...countFault('approve', votes.approve),
    ...countFault('reject', votes.reject),
    ...(votes.without.length === 0 ? [] : [`no vote leads to ${votes.without.join(', ')}`]),
    ...findOverlap(votes.approve, votes.reject),
    ...(gateway === undefined ? [] : findMissingButtons(actions, gateway)),
  ];
  if (faults.length === 0) return [];
  const reason = `The votes behind "${node.name}" are not complete: ${faults.join('; ')}.`;
  return [{ severity: 'error', elementId: votes.gatewayId, reason, remedy: REMEDY }];
}

function countFault(vote: string, flows: readonly string[]): readonly string[] {
  if (flows.length === 1) return [];
  return [flows.length === 0 ? `no flow is for ${vote}` : `${flows.length} flows are for ${vote}`];
}

function findOverlap(approve: readonly string[], reject: readonly string[]): readonly string[] {
  return approve.filter((id) => reject.includes(id)).map((id) => `${id} is for both`);
}

function findMissingButtons(actions: UserTaskDraft['actions'], gateway: FlowNode): readonly string[] {
  if (!hasHandleButtons(actions)) return [];
  const offered = new Set(actions.map((action) => voteOfAction(action, flowOf(action, gateway))));
  return (['approve', 'reject'] as const)
    .filter((vote) => !offered.has(vote))
    .map((vote) => `no button of the task is for ${vote}`);
}

/** Votes on flows whose source is not the gateway of a countersign. */
function findStrayVotes({ diagram, routings }: Draft): readonly Finding[] {
  return [...diagram.flows.values()]
    .filter(
      ({ element, source }) =>
        readTtc(element, 'vote') !== undefined && routings.get(source?.id ?? '')?.kind !== 'votes',
    )
    .map(({ id, source }) => ({
      severity: 'error',
      elementId: id,
      reason: `The flow is marked as a vote, but ${explainStray(source)}.`,
      remedy: 'Draw the gateway right behind the user task that several people sign, or remove the vote.',
    }));
}

function explainStray(source: FlowNode | undefined): string {
  const signed = source?.incoming.some((flow) => flow.source !== undefined && isCountersign(flow.source)) === true;
  return signed
    ? 'it does not come out of an exclusive gateway with several flows'
    : 'no user task with a multi-instance marker stands right before its gateway';
}
