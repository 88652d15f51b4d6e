import type { Selectable, Transaction, Updateable } from 'kysely';
import {
  type HeldMessage,
  type MessageFilter,
  type MessageRecord,
  type MessageRetry,
  type MessageRow,
  type MessageSettlement,
  parseMessage,
  readMessage,
  UNREADABLE_MESSAGE,
  writeMessage,
} from './rows/message.ts';
import type { Decision } from './rows/outbox-entry.ts';
import type { Schema } from './schema.ts';
import { type Database, inTransaction } from './statements/database.ts';
import { deliveryConditions, isSkippable } from './statements/deliveries.ts';
import { type Lease, leaseDue } from './statements/leasing.ts';
import { countRows, limitOf, type Page } from './statements/lists.ts';
import { putHistory, putMessageQueued } from './statements/records.ts';

/**
 * Stores a message, unless one with the same `sendId` exists. After a crash it may be stored: repeat with the same
 * `sendId`, because another id is another message.
 * @returns the stored message
 */
export async function putMessage(db: Database, message: MessageRow): Promise<MessageRow> {
  return inTransaction(db, async (transaction) => {
    const inserted = await transaction
      .insertInto('messages')
      .values(writeMessage(message))
      .onConflict((conflict) => conflict.column('sendId').doNothing())
      .executeTakeFirstOrThrow();
    if (inserted.numInsertedOrUpdatedRows === 1n) await putMessageQueued(transaction, message);
    const standing = await transaction
      .selectFrom('messages')
      .selectAll()
      .where('sendId', '=', message.sendId)
      .executeTakeFirstOrThrow();
    return readMessage(standing);
  });
}

/** After a crash, `pending` means that no answer was stored; the message may have been sent. */
export async function getMessage(db: Database, sendId: string): Promise<MessageRow | undefined> {
  const record = await db.selectFrom('messages').selectAll().where('sendId', '=', sendId).executeTakeFirst();
  return record && readMessage(record);
}

/** In the order of commits; `after`: those that come after the one with this `sendId`, none if there is none. */
export async function listMessages(
  db: Database,
  filter: MessageFilter & { after?: string } & Page,
): Promise<MessageRow[]> {
  let query = selectMessages(db, filter).selectAll('messages');
  const { after } = filter;
  if (after !== undefined) {
    query = query.where('seq', '>', (row) =>
      row.selectFrom('messages as last').select('last.seq').where('last.sendId', '=', after),
    );
  }
  const records = await query.orderBy('seq').limit(limitOf(filter)).execute();
  return records.map(readMessage);
}

export async function countMessages(db: Database, filter: MessageFilter, most?: number): Promise<number> {
  return countRows(db, selectMessages(db, filter), most);
}

function selectMessages(db: Database, filter: MessageFilter) {
  return db.selectFrom('messages').where((row) => row.and(deliveryConditions(filter)));
}

/**
 * Leases due messages, most overdue first, and counts the attempt. No message is leased twice at a time. A message that
 * cannot be read is parked and returned as parked. If the holder dies, the lease expires and another bridge sends it again
 * with the same `sendId`.
 */
export async function leaseMessages(db: Database, lease: Lease): Promise<MessageRow[]> {
  return inTransaction(db, async (transaction) => {
    const records = await leaseDue(transaction, 'messages', 'seq', lease);
    const rows: MessageRow[] = [];
    for (const record of records.toSorted((a, b) => a.dueAt - b.dueAt || a.seq - b.seq)) {
      rows.push(parseMessage(record) ?? (await parkUnreadable(transaction, record, lease.now)));
    }
    return rows;
  });
}

/** Otherwise every lease that includes the message would fail. */
async function parkUnreadable(
  db: Transaction<Schema>,
  record: Selectable<MessageRecord>,
  at: number,
): Promise<MessageRow> {
  const parked = { state: 'parked', reason: UNREADABLE_MESSAGE, freeAt: null, leaseOwner: null } as const;
  await db.updateTable('messages').set(parked).where('seq', '=', record.seq).execute();
  await tell(db, record, { event: 'parked', at, reason: UNREADABLE_MESSAGE });
  return readMessage({ ...record, ...parked });
}

/**
 * Stores the outcome of an attempt and releases the lease. After a crash before this, the message is sent again when its
 * lease expires, with the same `sendId`.
 * @returns false if it is settled or the caller is not its latest holder
 */
export async function settleMessage(
  db: Database,
  { sendId, attempts }: HeldMessage,
  settlement: MessageSettlement,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const settled = await transaction
      .updateTable('messages')
      .set({ ...changesOf(settlement), leaseOwner: null })
      .where('sendId', '=', sendId)
      .where('state', '=', 'pending')
      .where('leaseOwner', 'is not', null)
      .where('attempts', '=', attempts)
      .returning(['sendId', 'instanceId', 'nodeId'])
      .executeTakeFirst();
    if (settled === undefined) return false;
    const { state } = settlement;
    if (state === 'pending') return true;
    const { at } = settlement;
    const unreached = state === 'partial' ? { unreached: settlement.problems.length } : {};
    const why = state === 'parked' ? { reason: settlement.reason } : {};
    await tell(transaction, settled, { event: state, at, ...unreached, ...why });
    return true;
  });
}

function changesOf(settlement: MessageSettlement): Updateable<MessageRecord> {
  const { state, reason } = settlement;
  if (state === 'pending') {
    const { dueAt, refusals } = settlement;
    return { dueAt, freeAt: dueAt, refusals, reason };
  }
  if (state === 'parked') return { state, reason, refusals: settlement.refusals, freeAt: null };
  const { at, problems } = settlement;
  return { state, reason, freeAt: null, sentAt: at, problems: JSON.stringify(problems) };
}

/**
 * Makes a parked message due again, with its corrections and a history entry. After a crash, all of this is stored or
 * nothing.
 * @returns false if it is not parked, or was sent again since it was read
 */
export async function retryMessage(
  db: Database,
  { sendId, attempts }: HeldMessage,
  { at, corrected, by }: MessageRetry,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const parked = await transaction
      .updateTable('messages')
      .set({ state: 'pending', refusals: 0, dueAt: at, freeAt: at })
      .where('sendId', '=', sendId)
      .where('state', '=', 'parked')
      .where('attempts', '=', attempts)
      .returningAll()
      .executeTakeFirst();
    if (parked === undefined) return false;
    if (corrected !== undefined) {
      // An unreadable request is not kept as `original`, because the row would stay unreadable.
      const readable = parseMessage(parked);
      const original = readable === undefined ? null : JSON.stringify(readable.original ?? readable.request);
      await transaction
        .updateTable('messages')
        .set({ request: JSON.stringify(corrected.request), original, problems: '[]' })
        .where('seq', '=', parked.seq)
        .execute();
    }
    await tell(transaction, parked, { event: 'retried', at, corrected: corrected?.fields ?? [], by });
    return true;
  });
}

/**
 * Skips a message that is parked, or pending and not leased. The reason is stored in the history. After a crash before
 * this, a pending message may still be sent.
 * @returns false if it is neither, or was sent again since it was read
 */
export async function skipMessage(
  db: Database,
  { sendId, attempts }: HeldMessage,
  { at, reason, by }: Decision,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const skipped = await transaction
      .updateTable('messages')
      .set({ state: 'skipped', reason, freeAt: null, leaseOwner: null })
      .where('sendId', '=', sendId)
      .where('attempts', '=', attempts)
      .where(isSkippable(at))
      .returning(['sendId', 'instanceId', 'nodeId'])
      .executeTakeFirst();
    if (skipped === undefined) return false;
    await tell(transaction, skipped, { event: 'skipped', at, reason, by });
    return true;
  });
}

interface MessageEvent {
  readonly event: 'retried' | Exclude<MessageRow['state'], 'pending'>;
  readonly at: number;
  /** Stored as `data`. */
  readonly [data: string]: unknown;
}

/** Each event of a message is an entry of the history, in the same transaction. */
async function tell(
  db: Transaction<Schema>,
  { sendId, instanceId, nodeId }: Pick<MessageRow, 'sendId' | 'instanceId' | 'nodeId'>,
  { event, at, ...data }: MessageEvent,
): Promise<void> {
  await putHistory(db, { instanceId, at, type: `message.${event}`, data: { sendId, nodeId, ...data } });
}
