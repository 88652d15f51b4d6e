import type { Kysely } from 'kysely';
import type { WakeUp } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function retryWakeUp(
  db: Kysely<Schema>,
  { instanceId, revision, attempts }: WakeUp,
  freeAt: number,
): Promise<void> {
  await db
    .updateTable('instances')
    .set({ wakeFreeAt: freeAt, wakeOwner: null })
    .where('instanceId', '=', instanceId)
    .where('revision', '=', revision)
    .where('wakeAttempts', '=', attempts)
    .where('wakeOwner', 'is not', null)
    .execute();
}
