import type { Kysely, Transaction } from 'kysely';
import type { IncidentRow, Lease, TimerStartRow } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { timerStartSubject } from '../../timer-start-subject.ts';
import { putIncident } from '../incidents/incidents.ts';
import { leaseDue } from '../shared/lease-due.ts';

export async function leaseTimerStarts(db: Kysely<Schema>, lease: Lease): Promise<TimerStartRow[]> {
  const records = await leaseDue(db, 'timerStarts', 'seq', lease);
  return records
    .map(({ freeAt: _free, leaseOwner: _owner, ...row }) => row)
    .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0) || one.seq - other.seq);
}

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
    // `attempts` starts at 0 for each occurrence, so it does not identify the holder without `dueAt`.
    .where('dueAt', '=', dueAt)
    .where('attempts', '=', attempts)
    .where('leaseOwner', 'is not', null)
    .executeTakeFirstOrThrow();
  return freed.numUpdatedRows === 1n ? await putIncident(db, incident) : undefined;
}
