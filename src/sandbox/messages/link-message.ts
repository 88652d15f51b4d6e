import type { CenterState, CenterTransaction } from '../state/center-state.ts';
import { listSentMessages, type SentMessage } from './message-views.ts';

/**
 * The interface gives messages no transaction. A bridge begins the ids of the tasks and of the messages of an instance
 * with the id of the instance: `<instance>.1`, `<instance>.message.1`. Messages with other ids belong to none.
 */
const OF_INSTANCE = /^(.+)\.message\.\d+$/;

/** The messages about a transaction that were sent, in the order of acceptance. */
export function listMessagesAbout(center: CenterState, transaction: CenterTransaction): SentMessage[] {
  return listSentMessages(center).filter(({ sendId, state }) => {
    const instance = OF_INSTANCE.exec(sendId)?.[1];
    return state === 'sent' && instance !== undefined && isOf(transaction, instance);
  });
}

function isOf({ taskIds }: CenterTransaction, instance: string): boolean {
  return taskIds.some((taskId) => taskId.startsWith(`${instance}.`));
}
