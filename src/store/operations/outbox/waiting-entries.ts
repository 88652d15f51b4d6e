import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';
import { compileOnce } from '../shared/compiled-statements.ts';

/**
 * Takes the entries behind a parked one out of the index of due rows, because every poll would read them again. Only an
 * optimization: an entry that is missed stays in the index, and is still not leased before the parked one is settled.
 * Locked rows are skipped, so no order of locks is needed.
 */
export const holdBehindParked = compileOnce<{ readonly instanceId: string }, unknown>((db, { instanceId }) =>
  db
    .with('waiting', (waiting) =>
      waiting
        .selectFrom('outbox')
        .select('outbox.seq')
        .where('outbox.instanceId', '=', instanceId)
        .where('outbox.state', '=', 'pending')
        .where('outbox.freeAt', 'is not', null)
        .where('outbox.leaseOwner', 'is', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('outbox as parked')
              .select('parked.seq')
              .where('parked.instanceId', '=', instanceId)
              .where('parked.state', '=', 'parked')
              .whereRef('parked.seq', '<', 'outbox.seq'),
          ),
        )
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .set({ freeAt: null })
    .where('seq', 'in', (row) => row.selectFrom('waiting').select('waiting.seq')),
);

/**
 * Locks the instance of an entry, as a step does. So either this transaction sees the entries of a step, or the step sees
 * what this transaction has changed: none stays out of the index of due rows.
 */
export async function lockInstanceOf(db: Transaction<Schema>, seq: number): Promise<void> {
  await db
    .selectFrom('instances')
    .select('instanceId')
    .where('instanceId', '=', (row) => row.selectFrom('outbox').select('outbox.instanceId').where('seq', '=', seq))
    .forNoKeyUpdate()
    .execute();
}

/** Returns all entries that `holdBehindParked` has taken out. The instance must be locked. */
export async function releaseWaiting(db: Kysely<Schema>, instanceId: string): Promise<void> {
  await db
    .with('waiting', (waiting) =>
      waiting
        .selectFrom('outbox')
        .select('seq')
        .where('instanceId', '=', instanceId)
        .where('state', '=', 'pending')
        .where('freeAt', 'is', null)
        // Rows are locked in the order of their keys, to avoid deadlocks.
        .orderBy('seq')
        .forNoKeyUpdate(),
    )
    .updateTable('outbox')
    .set((row) => ({ freeAt: row.ref('dueAt') }))
    .where('seq', 'in', (row) => row.selectFrom('waiting').select('waiting.seq'))
    .execute();
}
