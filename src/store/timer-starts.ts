import type { IncidentRow } from './rows/incident.ts';
import type { TimerStart, TimerStartRow } from './rows/timer-start.ts';
import { adapterOf, type Database, inTransaction } from './statements/database.ts';
import { type Lease, leaseDue } from './statements/leasing.ts';
import { putIncident, putTimerStarts, resolveStart } from './statements/records.ts';

/**
 * Leases timer starts that are due, most overdue first, and counts the attempt. If the holder dies, the lease expires and
 * another bridge starts the occurrence with the same start key, so that no second instance is started.
 */
export async function leaseTimerStarts(db: Database, lease: Lease): Promise<TimerStartRow[]> {
  const records = await inTransaction(db, (transaction) => leaseDue(transaction, 'timerStarts', 'seq', lease));
  return records
    .map(({ freeAt: _free, leaseOwner: _owner, ...row }) => row)
    .toSorted((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0) || one.seq - other.seq);
}

/**
 * Replaces an entry {@link UNARMED} by the timer starts of its definition, and resolves its incident. After a crash before
 * this, it is leased again when its lease expires.
 * @returns false if another bridge did it, or another definition is the latest
 */
export async function armTimerStarts(
  db: Database,
  held: TimerStartRow,
  timerStarts: readonly TimerStart[],
  at: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    // A deployment at the same time deletes what is stored here, or finds it replaced by its own.
    await adapterOf(db).lockDeploys(transaction);
    const { numDeletedRows } = await transaction
      .deleteFrom('timerStarts')
      .where('seq', '=', held.seq)
      .executeTakeFirstOrThrow();
    if (numDeletedRows !== 1n) return false;
    await putTimerStarts(transaction, held, timerStarts);
    await resolveStart(transaction, held, at);
    return true;
  });
}

/**
 * Ends an occurrence, resolves its incident, and sets the next due time. After a crash before this, the occurrence is
 * leased again when its lease expires, and ends without a second instance; no round is lost.
 * @returns false if another bridge ended it, or another definition is the latest
 */
export async function moveTimerStart(
  db: Database,
  held: TimerStartRow,
  next: Pick<TimerStart, 'dueAt' | 'left'>,
  at: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const moved = await transaction
      .updateTable('timerStarts')
      .set({ ...next, freeAt: next.dueAt, leaseOwner: null, attempts: 0 })
      .where('seq', '=', held.seq)
      .where('dueAt', '=', held.dueAt)
      .executeTakeFirstOrThrow();
    if (moved.numUpdatedRows !== 1n) return false;
    await resolveStart(transaction, held, at);
    return true;
  });
}

/**
 * Releases a timer start, to be retried at `freeAt`, and stores the incident, both or neither. Has no effect unless
 * called by the latest holder, so that no incident is opened for an occurrence that has ended. After a crash before this,
 * the occurrence is retried when its lease expires.
 * @returns the open incident, see {@link IncidentRow}; undefined if the caller is not the latest holder
 */
export async function retryTimerStart(
  db: Database,
  { seq, dueAt, attempts }: TimerStartRow,
  freeAt: number,
  incident: IncidentRow,
): Promise<IncidentRow | undefined> {
  return inTransaction(db, async (transaction) => {
    const freed = await transaction
      .updateTable('timerStarts')
      .set({ freeAt, leaseOwner: null })
      .where('seq', '=', seq)
      // `attempts` starts at 0 for each occurrence, so it does not identify the holder without `dueAt`.
      .where('dueAt', '=', dueAt)
      .where('attempts', '=', attempts)
      .where('leaseOwner', 'is not', null)
      .executeTakeFirstOrThrow();
    return freed.numUpdatedRows === 1n ? putIncident(transaction, incident) : undefined;
  });
}
