import type { StepResult } from '../../plugin/step.ts';
import { DIAGRAM_MESSAGE } from '../../protocol/constants.ts';
import type { MessageRow } from '../../store/store.ts';

type DiagramMessages = StepResult['changes']['messages'];

/** The id of an instance, which is a UUID, as a pattern. */
export const INSTANCE_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const INSTANCE = new RegExp(`^${INSTANCE_ID}$`, 'i');

/** Whether a sendId has the form that is reserved for messages of diagrams; messages of the host must not use it. */
export function isDiagramSendId(sendId: string): boolean {
  const [instanceId = '', number = '', ...others] = sendId.split(DIAGRAM_MESSAGE);
  return INSTANCE.test(instanceId) && /^\d+$/.test(number) && others.length === 0;
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
