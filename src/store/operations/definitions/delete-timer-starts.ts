import type { Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';
import { timerStartSubject } from '../../timer-start-subject.ts';

/** Deletes the timer starts of a process, and resolves their incidents. */
export async function deleteTimerStarts(db: Transaction<Schema>, processId: string, at: number): Promise<void> {
  const former = await db.deleteFrom('timerStarts').where('processId', '=', processId).returningAll().execute();
  for (const { startNodeId } of former) {
    await db
      .updateTable('incidents')
      .set({ resolvedAt: at })
      .where('instanceId', 'is', null)
      .where('subject', '=', timerStartSubject({ processId, startNodeId }))
      .where('resolvedAt', 'is', null)
      .execute();
  }
}
