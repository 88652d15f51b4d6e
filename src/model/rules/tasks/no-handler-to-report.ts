import type { Draft, UserTaskDraft } from '../../read/draft.ts';
import type { EventDraft } from '../../read/events/read-event.ts';
import type { Finding, Rule } from '../rule.ts';
import { groupSources, interruptingEvents, listUnhandledEndings } from './unhandled-endings.ts';

/**
 * The report of a group task that ends unhandled must name a person. If the host cannot name one, an event that interrupts
 * the task fails whenever it fires (an error), and a task that ends in another way stays in people's lists (a warning).
 */
export const noHandlerToReport: Rule = {
  name: 'no-handler-to-report',
  check(draft) {
    if (draft.options.namesGroupMember !== false) return [];
    return draft.userTasks
      .filter((task) => groupSources(task, draft).length > 0)
      .flatMap((task) => [...judgeEvent(task, draft), ...judgeEndings(task, draft)]);
  },
};

function judgeEvent(task: UserTaskDraft, draft: Draft): readonly Finding[] {
  const taking = interruptingEvents(task, draft);
  const event = taking.find(isCertain) ?? taking[0];
  if (event === undefined) return [];
  const isError = isCertain(event) && !task.assignment.some(({ kind }) => kind === 'handlers');
  return [
    {
      severity: isError ? 'error' : 'warning',
      elementId: task.node.id,
      reason: `The event "${event.node.name}" may end the user task "${task.node.name}" while it belongs to a group. The report of this must name a person, but the bridge has nobody to name, so the event would fail.`,
      remedy: 'Set the option defaults.systemHandler to an account, or give identity.membersOf.',
    },
  ];
}

function judgeEndings(task: UserTaskDraft, draft: Draft): readonly Finding[] {
  const ways = draft.options.reportsGone === false ? [] : listUnhandledEndings(task, draft);
  if (ways.length === 0) return [];
  return [
    {
      severity: 'warning',
      elementId: task.node.id,
      reason: `The user task "${task.node.name}" may end while it belongs to a group and nobody has handled it (${ways.join('; ')}). The bridge has nobody to name in the report of this, so the task stays in people's lists until the center asks for its state.`,
      remedy: 'Set the option defaults.systemHandler to an account of the group, or give identity.membersOf.',
    },
  ];
}

/** Errors and escalations may never be thrown while the task is open; other events can occur at any time. */
function isCertain({ trigger }: EventDraft): boolean {
  return trigger !== undefined && trigger.kind !== 'error' && trigger.kind !== 'escalation';
}
