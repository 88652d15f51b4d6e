import type { Transaction } from 'kysely';
import type { IncidentRow } from './rows/incident.ts';
import type { WakeUp } from './rows/instance.ts';
import type { Schema } from './schema.ts';
import { type Database, inTransaction } from './statements/database.ts';
import type { Lease } from './statements/leasing.ts';
import { putIncident } from './statements/records.ts';

/**
 * Leases running instances whose `wakeAt` is reached, most overdue first, and counts the attempt. If the holder dies, the
 * lease expires and another bridge wakes them; if the step was committed, `wakeAt` has changed, so it is not repeated.
 */
export async function leaseWakeUps(db: Database, { now, limit, leaseMs, owner }: Lease): Promise<WakeUp[]> {
  const records = await inTransaction(db, (transaction) =>
    transaction
      .with('due', (due) =>
        due
          .selectFrom('instances')
          .select('instanceId')
          .where('wakeFreeAt', '<=', now)
          .orderBy('wakeFreeAt')
          .orderBy('instanceId')
          .limit(limit)
          .forNoKeyUpdate()
          .skipLocked(),
      )
      .updateTable('instances')
      .set((row) => ({ wakeOwner: owner, wakeFreeAt: now + leaseMs, wakeAttempts: row('wakeAttempts', '+', 1) }))
      .where('instanceId', 'in', (row) => row.selectFrom('due').select('due.instanceId'))
      .returning(['instanceId', 'revision', 'wakeAt', 'wakeAttempts as attempts'])
      .execute(),
  );
  return records
    .toSorted((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0) || (a.instanceId < b.instanceId ? -1 : 1))
    .map(({ instanceId, revision, attempts }) => ({ instanceId, revision, attempts }));
}

/**
 * Counts that a step is begun, before it is computed: if it ends its process, nothing else tells. A step and a retry
 * begin the count again.
 * @returns how many were begun and have not come back, this one included; undefined if the caller is not the latest holder
 */
export async function beginWakeUp(db: Database, held: WakeUp): Promise<number | undefined> {
  const begun = await inTransaction(db, (transaction) =>
    updateHeld(transaction, held)
      .set((row) => ({ wakeBegun: row('wakeBegun', '+', 1) }))
      .returning('wakeBegun')
      .executeTakeFirst(),
  );
  return begun?.wakeBegun;
}

/** The instance, if this is its latest holder and no other step was committed. */
function updateHeld(db: Transaction<Schema>, { instanceId, revision, attempts }: WakeUp) {
  return db
    .updateTable('instances')
    .where('instanceId', '=', instanceId)
    .where('revision', '=', revision)
    .where('wakeAttempts', '=', attempts)
    .where('wakeOwner', 'is not', null);
}

/** One attempt more is made when an operator retries what was set aside. */
const BEGUN_WHEN_SET_ASIDE = 1;

/**
 * Releases an instance, to be woken at `freeAt` (null: once the incident is retried), and stores the incident, both or
 * neither. Has no effect if the caller is not the latest holder or another step was committed, so that no incident is opened
 * for work that has succeeded. After a crash before this, the instance is woken when its lease expires.
 * @returns the open incident, see {@link IncidentRow}; undefined if it had no effect
 */
export async function retryWakeUp(
  db: Database,
  held: WakeUp,
  freeAt: number | null,
  incident: IncidentRow,
): Promise<IncidentRow | undefined> {
  return inTransaction(db, async (transaction) => {
    const freed = await updateHeld(transaction, held)
      .set({ wakeFreeAt: freeAt, wakeOwner: null, wakeBegun: freeAt === null ? BEGUN_WHEN_SET_ASIDE : 0 })
      .executeTakeFirstOrThrow();
    return freed.numUpdatedRows === 1n ? putIncident(transaction, incident) : undefined;
  });
}
