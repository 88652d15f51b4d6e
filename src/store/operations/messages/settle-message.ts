import type { Kysely, Transaction, Updateable } from 'kysely';
import type { HeldMessage, MessageRow, MessageSettlement } from '../../port.ts';
import type { MessageRecord, Schema } from '../../schema.ts';
import { putMessageHistory } from '../history/put-message-history.ts';

export async function settleMessage(
  db: Kysely<Schema>,
  { sendId, attempts }: HeldMessage,
  settlement: MessageSettlement,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
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
    await record(transaction, settled, settlement);
    return true;
  });
}

async function record(
  db: Transaction<Schema>,
  message: Pick<MessageRow, 'sendId' | 'instanceId' | 'nodeId'>,
  settlement: MessageSettlement,
): Promise<void> {
  switch (settlement.state) {
    case 'sent':
      return await putMessageHistory(db, message, { event: 'sent', at: settlement.at });
    case 'partial':
      return await putMessageHistory(db, message, {
        event: 'partial',
        at: settlement.at,
        unreached: settlement.problems.length,
      });
    case 'parked':
      return await putMessageHistory(db, message, { event: 'parked', at: settlement.at, reason: settlement.reason });
    case 'pending':
      return;
  }
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
