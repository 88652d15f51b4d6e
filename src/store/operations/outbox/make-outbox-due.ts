import type { Kysely } from 'kysely';
import { DUE_AT_ONCE, type Store } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { insertRows } from '../shared/compiled-statements.ts';
import { isOutboxHead } from './is-outbox-head.ts';

export async function makeOutboxDue(
  db: Kysely<Schema>,
  { seq, at, by }: Parameters<Store['makeOutboxDue']>[0],
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    let waiting = transaction
      .selectFrom('outbox')
      .select('outbox.seq')
      .where('outbox.state', '=', 'pending')
      .where((row) => row.or([row('outbox.leaseOwner', 'is', null), row('outbox.freeAt', '<=', at)]))
      .where(isOutboxHead)
      // Rows are locked in the order of their keys, to avoid deadlocks.
      .orderBy('outbox.seq')
      .forNoKeyUpdate();
    if (seq !== undefined) waiting = waiting.where('outbox.seq', '=', seq);
    const rows = await transaction
      .updateTable('outbox')
      .set({ dueAt: at, freeAt: at })
      .where('seq', 'in', (row) => row.selectFrom(waiting.as('waiting')).select('waiting.seq'))
      .returning(['seq', 'instanceId'])
      .execute();
    const [first] = rows.toSorted((one, other) => one.seq - other.seq);
    if (first === undefined) return 0;
    await transaction.updateTable('outbox').set({ freeAt: DUE_AT_ONCE }).where('seq', '=', first.seq).execute();
    const instanceId = seq === undefined ? null : first.instanceId;
    const data = JSON.stringify({ ...(seq !== undefined && { seq }), reports: rows.length, by });
    await insertRows(transaction, 'history', [{ instanceId, at, type: 'outbox.now', data }]);
    return rows.length;
  });
}
