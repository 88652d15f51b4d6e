import { checkMessage } from '../../messages/check-message.ts';
import type { MessageCheck } from '../../messages/message-check.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import { parametersOf } from '../message-parameters.ts';
import type { MessageTemplate } from '../message-template.ts';
import type { Problem } from '../problem.ts';
import type { ProcessModel } from '../process-model.ts';

/**
 * Judges what a diagram sends against the message types of the host, as far as the diagram alone says it: the channels
 * and the names of the variables. What depends on values is judged by the step that sends it.
 * @returns an error for what could never be sent; warnings of what nothing reads, and of types that are not declared
 */
export function checkMessages(model: ProcessModel, messageTypes: MessageTypes): readonly Problem[] {
  return messagesOf(model).flatMap((drawn) => judge(drawn, messageTypes));
}

interface DrawnMessage {
  readonly elementId: string;
  readonly template: MessageTemplate;
}

function messagesOf({ processId, events, userTasks, notices = [] }: ProcessModel): DrawnMessage[] {
  const ofEvents = [...events.values()].flatMap(({ nodeId, message }) =>
    message ? [{ elementId: nodeId, template: message }] : [],
  );
  const ofTasks = [...userTasks.values()].flatMap((task) =>
    (task.notices ?? []).map(({ message }) => ({ elementId: task.nodeId, template: message })),
  );
  return [...ofEvents, ...ofTasks, ...notices.map(({ message }) => ({ elementId: processId, template: message }))];
}

function judge({ elementId, template }: DrawnMessage, messageTypes: MessageTypes): Problem[] {
  const { problems, warnings } = checkTemplate(template, messageTypes);
  const say = (severity: Problem['severity'], rule: string, reason: string) => (text: string) => {
    const remedy = 'Correct the message in the diagram, or the option messageTypes.';
    return { severity, rule, elementId, reason: `${reason}: ${text}.`, remedy };
  };
  return [
    ...problems.map(say('error', 'message-against-type', 'A message cannot be sent')),
    ...warnings.map(say('warning', 'message-not-read', 'A message does not match its type')),
  ];
}

/** What can be said of a message before anything of it is evaluated: any text stands for what only a step can know. */
export function checkTemplate(template: MessageTemplate, messageTypes: MessageTypes): MessageCheck {
  const { messageTypeCode, channels, promise, importantIdentity } = template;
  if (!messageTypeCode.constant) return { problems: [], warnings: [] };
  const request = {
    appId: SOME,
    messageTypeCode: String(messageTypeCode.evaluate({})),
    sendId: SOME,
    toPersons: SOME,
    ...(channels.length > 0 && { sendType: [...channels] }),
    ...(promise !== undefined && { promise }),
    ...(importantIdentity !== undefined && { importantIdentity }),
    data: { title: SOME, paramValueJson: parametersOf(template, () => SOME) },
  };
  return checkMessage(request, messageTypes);
}

const SOME = 'x';
