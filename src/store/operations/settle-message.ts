import type { Kysely, Updateable } from 'kysely';
import type { HeldMessage, MessageSettlement } from '../port.ts';
import type { MessageRecord, Schema } from '../schema.ts';

export async function settleMessage(
  db: Kysely<Schema>,
  { sendId, attempts }: HeldMessage,
  settlement: MessageSettlement,
): Promise<boolean> {
  const updated = await db
    .updateTable('messages')
    .set({ ...changesOf(settlement), leaseOwner: null })
    .where('sendId', '=', sendId)
    .where('state', '=', 'pending')
    .where('leaseOwner', 'is not', null)
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  return updated.numUpdatedRows === 1n;
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
