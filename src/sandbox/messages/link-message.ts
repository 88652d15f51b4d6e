import { DIAGRAM_MESSAGE } from '../../protocol/constants.ts';
import type { CenterState, CenterTransaction } from '../state/center-state.ts';
import { isIn } from '../tasks/lists.ts';
import { listSentMessages, type SentMessage } from './message-views.ts';

/**
 * The interface gives messages no transaction. A bridge begins the ids of the tasks and of the messages of an instance
 * with the id of the instance, as docs/modelling.md says: `<instance>.1`, `<instance>.message.1`. Messages with other
 * ids belong to none.
 */
function instanceOf(sendId: string): string | undefined {
  const [instance, number = '', ...others] = sendId.split(DIAGRAM_MESSAGE);
  return /^\d+$/.test(number) && others.length === 0 ? instance : undefined;
}

/** The messages about a transaction that were sent, in the order of acceptance. */
export function listMessagesAbout(center: CenterState, transaction: CenterTransaction): SentMessage[] {
  return listSentMessages(center).filter(({ sendId, state }) => {
    const instance = instanceOf(sendId);
    return state === 'sent' && instance !== undefined && isOf(transaction, instance);
  });
}

/** The transaction that a message is about, and where its recipient finds it. */
export interface MessageMatter
  extends Pick<CenterTransaction, 'transTypeCode' | 'serialNumber' | 'transactionName' | 'initiator'> {
  /** Id of the transaction. */
  readonly transactionId: string;
  /** The summary of the transaction. */
  readonly summary: readonly string[];
  /** Its latest task that the recipient has pending, otherwise has handled, otherwise its latest. */
  readonly taskId?: string;
  /** The list in which the recipient has that task; absent if in none. */
  readonly list?: 'pending' | 'handled';
}

/** Undefined for a message that belongs to no transaction. */
export function findTransactionAbout({ transactions }: CenterState, sendId: string): CenterTransaction | undefined {
  const instance = instanceOf(sendId);
  return instance === undefined ? undefined : [...transactions.values()].find((each) => isOf(each, instance));
}

/** Undefined for a message that belongs to no transaction. */
export function findMatter(center: CenterState, sendId: string, account: string): MessageMatter | undefined {
  const transaction = findTransactionAbout(center, sendId);
  if (transaction === undefined) return undefined;
  const { transactionId, transTypeCode, serialNumber, transactionName, initiator, transSummary } = transaction;
  return {
    ...{ transactionId, transTypeCode, initiator, summary: transSummary },
    ...(serialNumber === undefined ? {} : { serialNumber }),
    ...(transactionName === undefined ? {} : { transactionName }),
    ...findTask(center, transaction, account),
  };
}

function findTask(
  center: CenterState,
  { taskIds }: CenterTransaction,
  account: string,
): Pick<MessageMatter, 'taskId' | 'list'> {
  const tasks = taskIds.flatMap((taskId) => center.tasks.get(taskId) ?? []);
  for (const list of ['pending', 'handled'] as const) {
    const own = tasks.findLast((task) => isIn(center, list, task, account));
    if (own !== undefined) return { taskId: own.taskId, list };
  }
  const latest = tasks.at(-1);
  return latest === undefined ? {} : { taskId: latest.taskId };
}

function isOf({ taskIds }: CenterTransaction, instance: string): boolean {
  return taskIds.some((taskId) => taskId.startsWith(`${instance}.`));
}
