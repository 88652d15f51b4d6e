import type { Draft } from '../../read/draft.ts';
import { readServiceName } from '../../read/services/read-service-name.ts';
import type { Finding, Rule } from '../rule.ts';

/** Messages for the message center (`ttc:message`, `ttc:notify`) that cannot be sent. */
export const messageInvalid: Rule = {
  name: 'message-invalid',
  check: (draft) => [...draft.messages.flatMap(judgeFaults), ...findMisplaced(draft), ...findIdleNotices(draft)],
};

function judgeFaults({ elementId, faults }: Draft['messages'][number]): readonly Finding[] {
  if (faults.length === 0) return [];
  return [
    {
      severity: 'error',
      elementId,
      reason: `A message cannot be sent: ${faults.join('; ')}.`,
      remedy: 'Correct it in the extension elements.',
    },
  ];
}

/** A message on an element that does not send one: a service that is called, or a catching event. */
function findMisplaced({ messages, diagram, events }: Draft): readonly Finding[] {
  return messages.flatMap(({ elementId, message }) => {
    const node = diagram.nodes.get(elementId);
    const throws = events.some((event) => event.node.id === elementId && event.role.kind === 'throw');
    if (message === undefined || node === undefined || throws) return [];
    const reason =
      readServiceName(node) === undefined
        ? `"${node.name}" has a message, but nothing is sent there.`
        : `"${node.name}" calls a service and has a message as well: it can only do one of them.`;
    const remedy = 'Put it on a send task, or on a message event that throws or ends.';
    return { severity: 'error' as const, elementId, reason, remedy };
  });
}

function findIdleNotices({ messages, userTasks, diagram }: Draft): readonly Finding[] {
  return messages.flatMap(({ elementId, notices }): readonly Finding[] => {
    const task = userTasks.find(({ node }) => node.id === elementId);
    if (task && notices.some(({ on }) => on === 'end')) {
      const reason = `"${task.node.name}" has a notice for the end, which only a process can have.`;
      return [{ severity: 'error', elementId, reason, remedy: 'Use on="handled", or move it to the process.' }];
    }
    const isProcess = elementId === diagram.processId;
    const isTimed = isProcess ? userTasks.some(({ timeOut }) => timeOut) : task?.timeOut !== undefined;
    if (isTimed || notices.every(({ on }) => on !== 'timeout')) return [];
    const reason = `"${task?.node.name ?? diagram.processName}" has a notice for the time-out, but has no time-out.`;
    return [{ severity: 'error', elementId, reason, remedy: 'Give the task ttc:timeOut or a due date.' }];
  });
}
