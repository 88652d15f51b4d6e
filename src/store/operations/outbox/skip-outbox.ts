import type { Kysely } from 'kysely';
import type { Decision, ReadEntry } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { putReportHistory } from '../history/put-report-history.ts';
import { lockInstanceOf, releaseWaiting } from './waiting-entries.ts';

export async function skipOutbox(
  db: Kysely<Schema>,
  { seq, attempts }: ReadEntry,
  { at, reason, by }: Decision,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    await lockInstanceOf(transaction, seq);
    const skipped = await transaction
      .updateTable('outbox')
      .set({ state: 'skipped', reason, freeAt: null, leaseOwner: null })
      .where('seq', '=', seq)
      .where('attempts', '=', attempts)
      .where((row) =>
        row.or([
          row('state', '=', 'parked'),
          // An entry that is being sent cannot be skipped, because it may arrive.
          row.and([row('state', '=', 'pending'), row.or([row('leaseOwner', 'is', null), row('freeAt', '<=', at)])]),
        ]),
      )
      .returning(['seq', 'instanceId'])
      .executeTakeFirst();
    if (skipped === undefined) return false;
    await releaseWaiting(transaction, skipped.instanceId);
    await putReportHistory(transaction, skipped, { happening: 'skipped', at, reason, by });
    return true;
  });
}
