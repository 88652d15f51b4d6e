import { StepError } from '../../errors.ts';
import { checkMessage } from '../../messages/check-message.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { MessageRow } from '../../store/port.ts';

type DrawnMessages = StepResult['changes']['messages'];

/** An instance's id, which is a UUID, and the number of the message in it. */
const DRAWN_SEND_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.message\.\d+$/i;

/** Whether a sendId is of the form that messages of diagrams have: a host must take none that a step may come to. */
export function isDrawnSendId(sendId: string): boolean {
  return DRAWN_SEND_ID.test(sendId);
}

/**
 * Judges what a diagram sends before the step is committed, as messages of the host are judged.
 * @returns what is worth a warning once the step is committed, by sendId
 * @throws {StepError} `ERR_MESSAGE_INVALID`: the step is thrown away; set the variables it reads, or correct the diagram
 */
export function judgeDrawnMessages(messages: DrawnMessages, messageTypes: MessageTypes): DrawnMessageWarnings[] {
  return messages.flatMap(({ nodeId, request }) => {
    const { problems, warnings } = checkMessage(request, messageTypes);
    if (problems.length === 0)
      return warnings.length === 0 ? [] : [{ sendId: String(request.sendId), nodeId, warnings }];
    throw new StepError('ERR_MESSAGE_INVALID', `The message of ${nodeId} cannot be sent: ${problems.join('; ')}.`, {
      details: { nodeId, problems },
    });
  });
}

export interface DrawnMessageWarnings {
  readonly sendId: string;
  readonly nodeId: string;
  readonly warnings: readonly string[];
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
