import { checkMessage } from '../../messages/check-message.ts';
import type { MessageCheck } from '../../messages/message-check.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import { defined } from '../defined.ts';
import { type MessageTemplate, parametersOf } from '../message-template.ts';
import type { Problem } from '../problem.ts';
import type { ProcessModel } from '../process-model.ts';
import { type DeploymentRule, deploymentProblem } from './deployment-rules.ts';

/**
 * Checks the messages of a diagram against the message types of the host: channels and names of parameters. Values are
 * checked by the step that sends the message.
 * @returns errors for messages that can never be sent; warnings for unused parameters and undeclared types
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
  const remedy = 'Correct the message in the diagram, or the option messageTypes.';
  const say = (rule: DeploymentRule, reason: string) => (text: string) =>
    deploymentProblem(rule, { elementId, reason: `${reason}: ${text}.`, remedy });
  return [
    ...problems.map(say('message-against-type', 'A message cannot be sent')),
    ...warnings.map(say('message-not-read', 'A message does not match its type')),
  ];
}

/** Checks a message before its expressions are evaluated, with a placeholder for each value. */
export function checkTemplate(template: MessageTemplate, messageTypes: MessageTypes): MessageCheck {
  const { messageTypeCode, channels, promise, importantIdentity } = template;
  if (!messageTypeCode.constant) return { problems: [], warnings: [] };
  const request = {
    appId: SOME,
    messageTypeCode: String(messageTypeCode.evaluate({})),
    sendId: SOME,
    toPersons: SOME,
    ...(channels.length > 0 && { sendType: [...channels] }),
    ...defined({ promise, importantIdentity }),
    data: { title: SOME, paramValueJson: parametersOf(template, () => SOME) },
  };
  return checkMessage(request, messageTypes);
}

const SOME = 'x';
