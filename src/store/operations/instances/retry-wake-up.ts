import type { Transaction } from 'kysely';
import type { IncidentRow, WakeUp } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { putIncident } from '../incidents/put-incident.ts';

export async function retryWakeUp(
  db: Transaction<Schema>,
  { instanceId, revision, attempts }: WakeUp,
  freeAt: number,
  incident: IncidentRow,
): Promise<IncidentRow | undefined> {
  const freed = await db
    .updateTable('instances')
    .set({ wakeFreeAt: freeAt, wakeOwner: null })
    .where('instanceId', '=', instanceId)
    .where('revision', '=', revision)
    .where('wakeAttempts', '=', attempts)
    .where('wakeOwner', 'is not', null)
    .executeTakeFirstOrThrow();
  return freed.numUpdatedRows === 1n ? await putIncident(db, incident) : undefined;
}
