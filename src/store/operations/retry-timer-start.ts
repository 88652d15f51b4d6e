import type { Kysely } from 'kysely';
import type { TimerStartRow } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function retryTimerStart(
  db: Kysely<Schema>,
  { seq, dueAt, attempts }: TimerStartRow,
  freeAt: number,
): Promise<void> {
  await db
    .updateTable('timerStarts')
    .set({ freeAt, leaseOwner: null })
    .where('seq', '=', seq)
    // Attempts count anew for each occurrence.
    .where('dueAt', '=', dueAt)
    .where('attempts', '=', attempts)
    .where('leaseOwner', 'is not', null)
    .execute();
}
