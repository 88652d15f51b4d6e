import { ModelError } from '../../errors.ts';
import { checkMessage } from '../../messages/check-message.ts';
import type { MessageCheck } from '../../messages/message-check.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { Expression } from '../../model/expressions/expression.ts';
import type { MessageTemplate } from '../../model/message-template.ts';
import type { Problem } from '../../model/problem.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { CompiledDefinition } from '../../plugin/definition.ts';
import { composeMessage } from '../../plugin/outcome/compose-message.ts';

/**
 * Judges what a drawing sends against the message types of the host, as far as the drawing alone says it: the channels
 * and the names of the variables. What depends on values is judged by the step that sends it.
 * @returns the definition with its warnings: what nothing reads, and types that are not declared
 * @throws {ModelError} `ERR_MODEL_REFUSED`: a message could never be sent
 */
export function checkDrawnTypes(definition: CompiledDefinition, messageTypes: MessageTypes): CompiledDefinition {
  const found = messagesOf(definition.model).flatMap((drawn) => judge(drawn, messageTypes));
  const problems = [...definition.problems, ...found];
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return { ...definition, problems };
  const list = errors.map(({ elementId, reason, remedy }) => `- ${elementId}: ${reason} ${remedy}`).join('\n');
  throw new ModelError('ERR_MODEL_REFUSED', `The process cannot run as drawn:\n${list}`, { details: { problems } });
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
    const remedy = 'Correct the message in the drawing, or the option messageTypes.';
    return { severity, rule, elementId, reason: `${reason}: ${text}.`, remedy };
  };
  return [
    ...problems.map(say('error', 'message-against-type', 'A message cannot be sent')),
    ...warnings.map(say('warning', 'message-not-read', 'A message is not as its type has it')),
  ];
}

/** What can be said of a message before anything of it is evaluated. */
export function checkTemplate(template: MessageTemplate, messageTypes: MessageTypes): MessageCheck {
  if (!template.messageTypeCode.constant) return { problems: [], warnings: [] };
  const request = composeMessage(standIn(template), NOWHERE, {}, { appId: 'app', timeZone: 'UTC' });
  return checkMessage(request, messageTypes);
}

const NOBODY = {
  handlers: { handlers: [], handlingGroups: [] },
  initiator: '',
  handled: [],
  circulated: [],
};

const NOWHERE = { sendId: 'message', nodeId: '', now: 0, people: NOBODY };

/** The message with any text in place of what only a step can know; what it is about and whom it is for is left out. */
function standIn(template: MessageTemplate): MessageTemplate {
  const some: Expression = { text: 'x', constant: true, evaluate: () => 'x' };
  const parameters = template.parameters.map((each) => ({ ...each, value: some }));
  return { ...template, title: some, recipients: { toPersons: some }, texts: {}, parameters };
}
