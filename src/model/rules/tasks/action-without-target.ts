import type { ActionDraft } from '../../read/tasks/read-actions.ts';
import { typeOf } from '../../read/tasks/read-explicit-button.ts';
import type { Finding, Rule } from '../rule.ts';

/**
 * The callback of a button names no second person (spec, Button callback). A button that transfers or circulates a task
 * therefore opens a page that asks for the person, or has a fixed `to`.
 */
export const actionWithoutTarget: Rule = {
  name: 'action-without-target',
  check: ({ process, userTasks }) => [
    ...process.actions.flatMap(judge),
    ...userTasks.flatMap(({ actions, previousActions }) => [...actions, ...previousActions].flatMap(judge)),
  ],
};

function judge(action: ActionDraft): readonly Finding[] {
  const { elementId, to } = action;
  const type = typeOf(action);
  const name = action.name ?? action.key ?? action.type;
  const goesToOthers = type === 'TRANSFER' || type === 'CIRCULARIZE';
  if (goesToOthers && action.optType !== '1' && to === undefined) {
    return [
      {
        severity: 'error',
        elementId,
        reason: `The button "${name}" does not say to whom: the center sends no other person with the press.`,
        remedy: 'Make it a page (optType="1" and a url) that calls the bridge, or give it to="…".',
      },
    ];
  }
  if (!goesToOthers && to !== undefined) {
    return [
      {
        severity: 'error',
        elementId,
        reason: `The button "${name}" has a "to", which only TRANSFER and CIRCULARIZE have.`,
        remedy: 'Remove it.',
      },
    ];
  }
  return [];
}
