import type { Kysely } from 'kysely';
import type { TimerStartRow } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function retryTimerStart(
  db: Kysely<Schema>,
  { seq, attempts }: Pick<TimerStartRow, 'seq' | 'attempts'>,
  freeAt: number,
): Promise<void> {
  await db
    .updateTable('timerStarts')
    .set({ freeAt, leaseOwner: null })
    .where('seq', '=', seq)
    .where('attempts', '=', attempts)
    .where('freeAt', 'is not', null)
    .execute();
}
