import { InputError } from '../../errors.ts';
import type { MessageRow } from '../../store/store.ts';
import type { Call } from './action/action.ts';
import { listAction } from './action/list-action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operationAction } from './action/operation-action.ts';
import { printRow } from './print/rows.ts';

const list = listAction('messages', {
  summary: 'messages in their order, with what the center said',
  view: viewOf,
});

async function preview({ store }: Call, sendId: string): Promise<readonly string[]> {
  const row = await store.getMessage(sendId);
  if (row !== undefined) return printRow('messages', viewOf(row));
  throw new InputError('ERR_MESSAGE_UNKNOWN', `There is no message ${sendId}: messages list has them.`, {
    details: { sendId },
  });
}

/** Operations on messages to people. */
export const messages = createOperateCommand({
  name: 'messages',
  about: `Messages to people, through the message center. Parked: the center refused it finally; partial: it did not reach
everybody. To correct a parked message, call bridge.messages.retry(sendId, { changes }) in the service.`,
  actions: [list, operationAction('messages.retry'), operationAction('messages.skip', { preview })],
});

/** Without its recipients and its text. */
function viewOf({ request, original, problems, ...row }: MessageRow) {
  const { messageTypeCode } = request;
  return { ...row, messageTypeCode, isCorrected: original !== null, unreached: problems.length };
}
