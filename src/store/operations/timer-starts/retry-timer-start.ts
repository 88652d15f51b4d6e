import type { Transaction } from 'kysely';
import type { IncidentRow, TimerStartRow } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { putIncident } from '../incidents/put-incident.ts';

export async function retryTimerStart(
  db: Transaction<Schema>,
  { seq, dueAt, attempts }: TimerStartRow,
  freeAt: number,
  incident: IncidentRow,
): Promise<IncidentRow | undefined> {
  const freed = await db
    .updateTable('timerStarts')
    .set({ freeAt, leaseOwner: null })
    .where('seq', '=', seq)
    // Attempts count anew for each occurrence.
    .where('dueAt', '=', dueAt)
    .where('attempts', '=', attempts)
    .where('leaseOwner', 'is not', null)
    .executeTakeFirstOrThrow();
  return freed.numUpdatedRows === 1n ? await putIncident(db, incident) : undefined;
}
