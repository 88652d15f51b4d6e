import { StepError } from '../errors.ts';
import { checkMessage } from '../messages/check-message.ts';
import type { MessageTypes } from '../messages/message-types.ts';
import type { StepResult } from '../plugin/step.ts';
import type { MessageRow } from '../store/port.ts';

type DrawnMessages = StepResult['changes']['messages'];

/**
 * Judges what a drawing sends before the step is committed, as messages of the host are judged.
 * @throws {StepError} `ERR_MESSAGE_INVALID`: the step is thrown away; set the variables it reads, or correct the drawing
 */
export function refuseInvalidMessages(messages: DrawnMessages, messageTypes: MessageTypes): void {
  for (const { nodeId, request } of messages) {
    const { problems } = checkMessage(request, messageTypes);
    if (problems.length === 0) continue;
    throw new StepError('ERR_MESSAGE_INVALID', `The message of ${nodeId} cannot be sent: ${problems.join('; ')}.`, {
      details: { nodeId, problems },
    });
  }
}

/** The rows a step adds for the message center, due at once. */
export function toMessageRows(instanceId: string, messages: DrawnMessages, at: number): MessageRow[] {
  return messages.map(({ nodeId, request }) => ({
    sendId: String(request.sendId),
    instanceId,
    nodeId,
    request,
    original: null,
    state: 'pending',
    attempts: 0,
    refusals: 0,
    dueAt: at,
    createdAt: at,
    sentAt: null,
    problems: [],
    reason: null,
  }));
}
