import type { Draft, UserTaskDraft } from '../../read/draft.ts';
import type { ActionDraft } from '../../read/tasks/read-actions.ts';
import { flowOf, typeOf } from '../../read/tasks/read-explicit-button.ts';
import type { Finding, Rule } from '../rule.ts';

export const actionWithoutNextNode: Rule = {
  name: 'action-without-next-node',
  check: (draft) => draft.userTasks.flatMap((task) => judgeTask(task, draft)),
};

function judgeTask({ node, gateway, actions }: UserTaskDraft, { routings }: Draft): readonly Finding[] {
  const routing = gateway && routings.get(gateway.id);
  if (gateway === undefined || routing === undefined || routing.kind === 'conditions') return [];
  const chosenByPress = routing.kind === 'press' || routing.kind === 'votes';
  const targets = gateway.outgoing.map((flow) => flow.target?.id ?? flow.id).join(', ');
  return actions
    .filter((action) => typeOf(action) === 'HANDLE' && flowOf(action, gateway) === undefined)
    .filter((action) => chosenByPress || action.nextNodeKey !== undefined)
    .map((action) => ({
      severity: 'error',
      elementId: node.id,
      reason: `The button "${action.name ?? action.type}" ${explain(action)}, but the gateway "${gateway.name}" after "${node.name}" needs to know.`,
      remedy: `Give it a nextNodeKey: the id of the next element (${targets}), or the id of the flow if two flows lead to the same element.`,
    }));
}

function explain({ nextNodeKey }: ActionDraft): string {
  return nextNodeKey === undefined
    ? 'does not say which flow it takes'
    : `goes to ${nextNodeKey}, which does not identify exactly one next element`;
}
