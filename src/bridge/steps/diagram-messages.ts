import { StepError } from '../../errors.ts';
import { checkMessage } from '../../messages/check-message.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { MessageRow } from '../../store/port.ts';

type DiagramMessages = StepResult['changes']['messages'];

/** The id of an instance, which is a UUID, and the number of the message. */
const DIAGRAM_SEND_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.message\.\d+$/i;

/** Whether a sendId has the form that is reserved for messages of diagrams; messages of the host must not use it. */
export function isDiagramSendId(sendId: string): boolean {
  return DIAGRAM_SEND_ID.test(sendId);
}

/**
 * Checks the messages of a diagram before the step is committed, in the same way as messages of the host.
 * @returns warnings to log after the commit
 * @throws {StepError} `ERR_MESSAGE_INVALID`: the step is discarded; set the variables that it reads, or correct the diagram
 */
export function checkDiagramMessages(messages: DiagramMessages, messageTypes: MessageTypes): DiagramMessageWarnings[] {
  return messages.flatMap(({ nodeId, request }) => {
    const { problems, warnings } = checkMessage(request, messageTypes);
    if (problems.length === 0)
      return warnings.length === 0 ? [] : [{ sendId: String(request.sendId), nodeId, warnings }];
    throw new StepError('ERR_MESSAGE_INVALID', `The message of ${nodeId} cannot be sent: ${problems.join('; ')}.`, {
      details: { nodeId, problems },
    });
  });
}

export interface DiagramMessageWarnings {
  readonly sendId: string;
  readonly nodeId: string;
  readonly warnings: readonly string[];
}

/** The rows of a step's messages for the message center, due at once. */
export function toMessageRows(instanceId: string, messages: DiagramMessages, at: number): MessageRow[] {
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
