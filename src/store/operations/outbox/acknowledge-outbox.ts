import type { Kysely } from 'kysely';
import type { Decision } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { putReportHistory } from '../history/put-report-history.ts';

export async function acknowledgeOutbox(
  db: Kysely<Schema>,
  seq: number,
  { at, reason, by }: Decision,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const acknowledged = await transaction
      .updateTable('outbox')
      .set({ state: 'acknowledged', reason })
      .where('seq', '=', seq)
      .where('state', '=', 'unconfirmed')
      .returning(['seq', 'instanceId'])
      .executeTakeFirst();
    if (acknowledged === undefined) return false;
    await putReportHistory(transaction, acknowledged, { happening: 'acknowledged', at, reason, by });
    return true;
  });
}
