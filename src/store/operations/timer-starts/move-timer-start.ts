import type { Kysely } from 'kysely';
import type { TimerStartRow } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { timerStartSubject } from '../../timer-start-subject.ts';

export async function moveTimerStart(
  db: Kysely<Schema>,
  held: TimerStartRow,
  next: Pick<TimerStartRow, 'dueAt' | 'left'>,
  at: number,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const moved = await transaction
      .updateTable('timerStarts')
      .set({ ...next, freeAt: next.dueAt, leaseOwner: null, attempts: 0 })
      .where('seq', '=', held.seq)
      .where('dueAt', '=', held.dueAt)
      .executeTakeFirstOrThrow();
    if (moved.numUpdatedRows !== 1n) return false;
    await transaction
      .updateTable('incidents')
      .set({ resolvedAt: at })
      .where('instanceId', 'is', null)
      .where('subject', '=', timerStartSubject(held))
      .where('resolvedAt', 'is', null)
      .execute();
    return true;
  });
}
