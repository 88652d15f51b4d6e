/**
 * The order of reports: of each instance the oldest entry that is pending or parked is its head, and only heads are sent.
 */
import type { ExpressionBuilder, ExpressionWrapper, QueryCreator, SqlBool, Transaction } from 'kysely';
import type { OutboxState } from '../rows/outbox-entry.ts';
import type { Schema } from '../schema.ts';
import { compileOnce } from './compiled-statements.ts';
import type { HeadLease } from './database.ts';

/** States in which an entry blocks later entries of its instance. */
const OPEN: readonly OutboxState[] = ['pending', 'parked'];

type OutboxExpressions = ExpressionBuilder<Schema, 'outbox'>;

/**
 * True if no open entry of the same instance is older. Computed in every query instead of stored: a stored flag
 * would have to be passed on when the head is settled, which races with a step that adds the next entry. Only behind parked
 * heads, which stay for long, is it stored: see `holdBehindParked`.
 */
export function isOutboxHead(row: OutboxExpressions): ExpressionWrapper<Schema, 'outbox', SqlBool> {
  const olderOpen = row
    .selectFrom('outbox as older')
    .select('older.seq')
    .whereRef('older.instanceId', '=', 'outbox.instanceId')
    .where('older.state', 'in', OPEN)
    .whereRef('older.seq', '<', 'outbox.seq');
  return row.not(row.exists(olderOpen));
}

/** Not more than so many heads that are due, the most overdue first. */
export function dueHeads(db: QueryCreator<Schema>, { now, limit }: Pick<HeadLease, 'now' | 'limit'>) {
  return db
    .selectFrom('outbox')
    .select('outbox.seq')
    .where('outbox.freeAt', '<=', now)
    .where(isOutboxHead)
    .orderBy('outbox.freeAt')
    .orderBy('outbox.seq')
    .limit(limit);
}

/** The update of a row that is leased. */
export function leasedBy({ owner, freeAt }: Pick<HeadLease, 'owner' | 'freeAt'>, row: OutboxExpressions) {
  return {
    leaseOwner: owner,
    freeAt,
    attempts: row('attempts', '+', 1),
    // Settling or releasing an entry clears its owner. An owner that is still set has died or exceeded its lease, and
    // may have sent the entry.
    repeat: row.case().when('leaseOwner', 'is', null).then(row.ref('repeat')).else(1).end(),
  };
}

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
export async function releaseWaiting(db: Transaction<Schema>, instanceId: string): Promise<void> {
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
