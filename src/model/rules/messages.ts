import type { MessageTemplate } from '../message-template.ts';
import type { Draft } from '../read/draft.ts';
import { readServiceName } from '../read/services/read-service-name.ts';
import { typeOf } from '../read/tasks/buttons.ts';
import type { Finding, Rule } from './rule.ts';

/** Messages for the message center (`ttc:message`, `ttc:notify`) that cannot be sent. */
const messageInvalid: Rule = {
  name: 'message-invalid',
  severity: 'error',
  says: 'a `ttc:message` or `ttc:notify` that cannot be sent, or is in a place where nothing is sent',
  remedy: 'Correct it in the extension elements.',
  check: (draft) => [...draft.messages.flatMap(judgeFaults), ...findMisplaced(draft), ...findIdleNotices(draft)],
};

function judgeFaults({ elementId, faults }: Draft['messages'][number]): readonly Finding[] {
  return faults.length === 0 ? [] : [{ elementId, reason: `A message cannot be sent: ${faults.join('; ')}.` }];
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
    return { elementId, reason, remedy };
  });
}

function findIdleNotices({ messages, userTasks, diagram }: Draft): readonly Finding[] {
  return messages.flatMap(({ elementId, notices }): readonly Finding[] => {
    const task = userTasks.find(({ node }) => node.id === elementId);
    if (task && notices.some(({ on }) => on === 'end')) {
      const reason = `"${task.node.name}" has a notice for the end, which only a process can have.`;
      return [{ elementId, reason, remedy: 'Use on="handled", or move it to the process.' }];
    }
    const isProcess = elementId === diagram.processId;
    const isTimed = isProcess ? userTasks.some(({ timeOut }) => timeOut) : task?.timeOut !== undefined;
    if (isTimed || notices.every(({ on }) => on !== 'timeout')) return [];
    const reason = `"${task?.node.name ?? diagram.processName}" has a notice for the time-out, but has no time-out.`;
    return [{ elementId, reason, remedy: 'Give the task ttc:timeOut or a due date.' }];
  });
}

const messageNotSent: Rule = {
  name: 'message-not-sent',
  severity: 'error',
  says: 'a message for the message center, in a plugin without `onMessages`',
  remedy: 'Pass onMessages to createPlugin, or run the process in a bridge.',
  check: ({ messages, options }) =>
    options.messages !== false
      ? []
      : messages.map(({ elementId }) => ({
          elementId,
          reason: 'A message should be sent here, but the host has no function that sends messages.',
        })),
};

/**
 * A parameter without a channel applies to all known channels: those that `sendType` or another parameter names. If
 * `sendType` is missing, the other channels do not get it.
 */
const messageParameterUnplaced: Rule = {
  name: 'message-parameter-unplaced',
  severity: 'warning',
  says: 'one parameter is for all channels, another for a single channel, and `sendType` does not list the channels',
  remedy: 'Name every channel of the message in sendType, or give each parameter its channel.',
  guess: true,
  check: ({ messages }) =>
    messages.flatMap(({ elementId, message, notices }) =>
      [...(message ? [message] : []), ...notices.map((notice) => notice.message)].flatMap((template) => {
        const unplaced = unplacedIn(template);
        if (unplaced.length === 0) return [];
        const named = [...new Set(template.parameters.flatMap(({ channel }) => channel ?? []))];
        return [
          {
            elementId,
            reason: `The parameter ${unplaced.join(', ')} of a message goes only to ${named.join(', ')}: no other channel is named.`,
          },
        ];
      }),
    ),
};

function unplacedIn({ channels, parameters }: MessageTemplate): string[] {
  if (channels.length > 0 || parameters.every(({ channel }) => channel === undefined)) return [];
  return parameters.flatMap(({ name, channel }) => (channel === undefined ? [name] : []));
}

/** A circulation sends a message only if the diagram or the host defines one. */
const circulationWithoutMessage: Rule = {
  name: 'circulation-without-message',
  severity: 'warning',
  says: 'a button circulates a task, and neither the diagram nor the host defines a message for it',
  remedy: 'Draw ttc:notify on="circulated" on the task or the process, or give the bridge the option circulation.',
  check: ({ diagram, messages, options, process, userTasks }) => {
    if (options.circulation !== false) return [];
    const withMessage = new Set(
      messages.filter(({ notices }) => notices.some(({ on }) => on === 'circulated')).map(({ elementId }) => elementId),
    );
    if (withMessage.has(diagram.processId)) return [];
    const withoutMessage = userTasks.filter(({ node }) => !withMessage.has(node.id));
    const ofTasks = withoutMessage.flatMap(({ actions }) => actions);
    return [...(withoutMessage.length > 0 ? process.actions : []), ...ofTasks]
      .filter((action) => typeOf(action) === 'CIRCULARIZE')
      .map(({ elementId, name, key, type }) => ({
        elementId,
        reason: `The button "${name ?? key ?? type}" circulates a task, but nobody gets a message about it.`,
      }));
  },
};

export const MESSAGE_RULES: readonly Rule[] = [
  messageInvalid,
  messageNotSent,
  messageParameterUnplaced,
  circulationWithoutMessage,
];
