import type { FlowNode } from '../read/diagram.ts';
import type { Draft, UserTaskDraft } from '../read/draft.ts';
import { isCountersign } from '../read/read-routing.ts';
import { readTtc } from '../read/read-ttc.ts';
import { flowOf, hasHandleButtons, voteOfAction } from '../read/tasks/buttons.ts';
import { hasCompletionCondition } from '../read/tasks/read-multi-instance.ts';
import type { Finding, Rule } from './rule.ts';

const countersignWithoutVotes: Rule = {
  name: 'countersign-without-votes',
  severity: 'error',
  says: 'several people sign, and the gateway after them has one button per flow',
  remedy: 'Mark one flow with ttc:vote="approve" and the other with ttc:vote="reject", or give the flows conditions.',
  check: ({ userTasks, routings }) =>
    userTasks.flatMap(({ node, multiInstance, gateway }) => {
      if (multiInstance === undefined || gateway === undefined || routings.get(gateway.id)?.kind !== 'press') return [];
      return {
        elementId: gateway.id,
        reason: `Several people sign "${node.name}", and the gateway "${gateway.name}" behind it has one button per flow: the diagram does not say how their presses are counted.`,
      };
    }),
};

const votesIncomplete: Rule = {
  name: 'votes-incomplete',
  severity: 'error',
  says: 'not exactly one flow for each vote, or votes that nothing counts',
  remedy: 'Mark exactly one flow with ttc:vote="approve" and one with ttc:vote="reject".',
  check: (draft) => [...draft.userTasks.flatMap(judgeTask), ...findStrayVotes(draft)],
};

function judgeTask({ node, multiInstance, gateway, actions, votes }: UserTaskDraft): readonly Finding[] {
  if (votes === undefined) {
    if (!actions.some(({ vote }) => vote !== undefined)) return [];
    const lacking = multiInstance === undefined ? 'a multi-instance marker' : 'an exclusive gateway right behind it';
    const reason = `A button of "${node.name}" is a vote, but the task does not have ${lacking}, so the votes decide nothing.`;
    return [{ elementId: node.id, reason, remedy: 'Draw what is missing, or remove the vote.' }];
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
  return [{ elementId: votes.gatewayId, reason }];
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
      ({ element, source }) => readTtc(element, 'vote') !== undefined && routings.get(source.id)?.kind !== 'votes',
    )
    .map(({ id, source }) => ({
      elementId: id,
      reason: `The flow is marked as a vote, but ${explainStray(source)}.`,
      remedy: 'Draw the gateway right behind the user task that several people sign, or remove the vote.',
    }));
}

function explainStray(source: FlowNode): string {
  const signed = source.incoming.some((flow) => isCountersign(flow.source));
  return signed
    ? 'it does not come out of an exclusive gateway with several flows'
    : 'no user task with a multi-instance marker stands right before its gateway';
}

const votesWithCompletionCondition: Rule = {
  name: 'votes-with-completion-condition',
  severity: 'error',
  says: 'a condition cannot say which vote won',
  remedy: 'Replace it by ttc:completion: all, any, a number of approvals such as 2, or a percentage such as 60%.',
  check: ({ userTasks }) =>
    userTasks
      .filter(({ votes, multiInstance }) => votes !== undefined && hasCompletionCondition(multiInstance))
      .filter(({ multiInstance }) => multiInstance?.completion === undefined)
      .map(({ node }) => ({
        elementId: node.id,
        reason: `"${node.name}" has a completion condition, but its signers vote, and a condition cannot say which side won.`,
      })),
};

const votesInsteadOfConditions: Rule = {
  name: 'votes-instead-of-conditions',
  severity: 'warning',
  says: 'conditions on flows that votes choose are ignored',
  remedy: 'Remove the condition, or the votes.',
  check: ({ diagram, routings, conditions }) =>
    [...routings]
      .filter(([, { kind }]) => kind === 'votes')
      .flatMap(([id]) => diagram.nodes.get(id)?.outgoing ?? [])
      .filter(({ id }) => conditions.has(id))
      .map(({ id }) => ({
        elementId: id,
        reason:
          'The flow has a condition, but votes choose between the flows of its gateway; the condition is ignored.',
      })),
};

const lastSignerDecides: Rule = {
  name: 'last-signer-decides',
  severity: 'warning',
  says: 'each signer sets the variable that the gateway tests',
  remedy: 'Mark its flows with ttc:vote="approve" and ttc:vote="reject" if their votes should be counted.',
  guess: true,
  check: ({ userTasks, routings }) =>
    userTasks.flatMap(({ node, multiInstance, gateway }) => {
      const routing = gateway && routings.get(gateway.id);
      if (multiInstance === undefined || gateway === undefined || routing?.kind !== 'variable') return [];
      return {
        elementId: node.id,
        reason: `Each signer of "${node.name}" sets ${routing.variable}, so the gateway "${gateway.name}" follows the last press.`,
      };
    }),
};

export const VOTE_RULES: readonly Rule[] = [
  countersignWithoutVotes,
  votesIncomplete,
  votesWithCompletionCondition,
  votesInsteadOfConditions,
  lastSignerDecides,
];
