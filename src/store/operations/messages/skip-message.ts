import type { Kysely } from 'kysely';
import type { Decision, HeldMessage } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { putMessageHistory } from '../history/put-message-history.ts';

export async function skipMessage(
  db: Kysely<Schema>,
  { sendId, attempts }: HeldMessage,
  { at, reason, by }: Decision,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const skipped = await transaction
      .updateTable('messages')
      .set({ state: 'skipped', reason, freeAt: null, leaseOwner: null })
      .where('sendId', '=', sendId)
      .where('attempts', '=', attempts)
      .where((row) =>
        row.or([
          row('state', '=', 'parked'),
          // A message that is being sent cannot be skipped, because it may arrive.
          row.and([row('state', '=', 'pending'), row.or([row('leaseOwner', 'is', null), row('freeAt', '<=', at)])]),
        ]),
      )
      .returning(['sendId', 'instanceId', 'nodeId'])
      .executeTakeFirst();
    if (skipped === undefined) return false;
    await putMessageHistory(transaction, skipped, { event: 'skipped', at, reason, by });
    return true;
  });
}
