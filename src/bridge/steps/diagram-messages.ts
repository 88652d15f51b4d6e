import type { StepResult } from '../../plugin/step.ts';
import type { MessageRow } from '../../store/store.ts';

type DiagramMessages = StepResult['changes']['messages'];

/** The id of an instance, which is a UUID, as a pattern. */
export const INSTANCE_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const DIAGRAM_SEND_ID = new RegExp(`^${INSTANCE_ID}\\.message\\.\\d+$`, 'i');

/** Whether a sendId has the form that is reserved for messages of diagrams; messages of the host must not use it. */
export function isDiagramSendId(sendId: string): boolean {
  return DIAGRAM_SEND_ID.test(sendId);
}

/** The rows of a step's messages for the message center, due at once. */
export function toMessageRows(
  instanceId: string,
  messages: DiagramMessages,
  at: number,
): Omit<MessageRow, 'traceparent'>[] {
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
