import type { Kysely, Transaction } from 'kysely';
import type { IncidentRow, Lease, WakeUp } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { putIncident } from '../incidents/incidents.ts';

export async function leaseWakeUps(db: Kysely<Schema>, lease: Lease): Promise<WakeUp[]> {
  const { now, limit, leaseMs, owner } = lease;
  const records = await db
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
    .execute();
  return records
    .toSorted((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0) || (a.instanceId < b.instanceId ? -1 : 1))
    .map(({ instanceId, revision, attempts }) => ({ instanceId, revision, attempts }));
}

export async function beginWakeUp(
  db: Kysely<Schema>,
  { instanceId, revision, attempts }: WakeUp,
): Promise<number | undefined> {
  const begun = await db
    .updateTable('instances')
    .set((row) => ({ wakeBegun: row('wakeBegun', '+', 1) }))
    .where('instanceId', '=', instanceId)
    .where('revision', '=', revision)
    .where('wakeAttempts', '=', attempts)
    .where('wakeOwner', 'is not', null)
    .returning('wakeBegun')
    .executeTakeFirst();
  return begun?.wakeBegun;
}

/** One attempt more is made when an operator retries what was set aside. */
const BEGUN_WHEN_SET_ASIDE = 1;

export async function retryWakeUp(
  db: Transaction<Schema>,
  { instanceId, revision, attempts }: WakeUp,
  freeAt: number | null,
  incident: IncidentRow,
): Promise<IncidentRow | undefined> {
  const freed = await db
    .updateTable('instances')
    .set({ wakeFreeAt: freeAt, wakeOwner: null, wakeBegun: freeAt === null ? BEGUN_WHEN_SET_ASIDE : 0 })
    .where('instanceId', '=', instanceId)
    .where('revision', '=', revision)
    .where('wakeAttempts', '=', attempts)
    .where('wakeOwner', 'is not', null)
    .executeTakeFirstOrThrow();
  return freed.numUpdatedRows === 1n ? await putIncident(db, incident) : undefined;
}
