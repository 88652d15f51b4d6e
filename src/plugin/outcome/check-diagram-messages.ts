import { StepError } from '../../errors.ts';
import { checkMessage } from '../../messages/check-message.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { ComposedMessage } from '../state/step-notes.ts';

/**
 * Checks the messages of a diagram before the step is committed, in the same way as messages of the host.
 * @returns warnings to log after the commit
 * @throws {StepError} `ERR_MESSAGE_INVALID`: the step is discarded; set the variables that it reads, or correct the diagram
 */
export function checkDiagramMessages(
  messages: readonly ComposedMessage[],
  messageTypes: MessageTypes,
): DiagramMessageWarnings[] {
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
