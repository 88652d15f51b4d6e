import type { Insertable, Transaction } from 'kysely';
import type { MessageRow, MessageState } from '../../port.ts';
import type { HistoryRecord, Schema } from '../../schema.ts';
import { insertRows } from '../shared/compiled-statements.ts';

/** Events of a message. Each is a history entry in the same transaction. */
type MessageEvent = 'queued' | 'retried' | Exclude<MessageState, 'pending'>;

interface MessageHistory {
  readonly event: MessageEvent;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The operator who did it; absent: nobody was named. */
  readonly by?: string | undefined;
  /** Stored as `data`. Must not contain accounts, names or texts of the process, because many people can read the history. */
  readonly [data: string]: unknown;
}

export async function putMessageHistory(
  db: Transaction<Schema>,
  { sendId, instanceId, nodeId }: Pick<MessageRow, 'sendId' | 'instanceId' | 'nodeId'>,
  { event, at, ...data }: MessageHistory,
): Promise<void> {
  const entry = { instanceId, at, type: `message.${event}`, data: JSON.stringify({ sendId, nodeId, ...data }) };
  await insertRows(db, 'history', [entry]);
}

export async function putQueuedMessages(db: Transaction<Schema>, messages: readonly MessageRow[]): Promise<void> {
  const entries = messages.map(({ sendId, instanceId, nodeId, request, createdAt }): Insertable<HistoryRecord> => {
    const { messageTypeCode } = request;
    const data = JSON.stringify({ sendId, nodeId, messageTypeCode });
    return { instanceId, at: createdAt, type: 'message.queued', data };
  });
  await insertRows(db, 'history', entries);
}
