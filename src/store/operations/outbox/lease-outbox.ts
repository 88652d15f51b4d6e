import type { ExpressionBuilder, Kysely, QueryCreator, Selectable, Transaction } from 'kysely';
import type { Lease, OutboxRow } from '../../port.ts';
import { parseOutboxEntry, readOutboxEntry, UNREADABLE_ENTRY } from '../../rows/outbox-entry.ts';
import type { OutboxRecord, Schema } from '../../schema.ts';
import { putReportHistory } from '../history/put-report-history.ts';
import { compileOnce } from '../shared/compiled-statements.ts';
import { isOutboxHead } from './is-outbox-head.ts';
import { holdBehindParked } from './waiting-entries.ts';

/** Leases the most overdue heads. */
export type LeaseHeads = (db: Transaction<Schema>, values: LeaseValues) => Promise<readonly Selectable<OutboxRecord>[]>;

export type LeaseValues = {
  readonly now: number;
  readonly limit: number;
  readonly owner: string;
  readonly freeAt: number;
};

/** Not more than so many heads that are due, the most overdue first. */
export function dueHeads(db: QueryCreator<Schema>, { now, limit }: Pick<LeaseValues, 'now' | 'limit'>) {
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
export function leasedBy(
  { owner, freeAt }: Pick<LeaseValues, 'owner' | 'freeAt'>,
  row: ExpressionBuilder<Schema, 'outbox'>,
) {
  return {
    leaseOwner: owner,
    freeAt,
    attempts: row('attempts', '+', 1),
    // Settling or releasing an entry clears its owner. An owner that is still set has died or exceeded its lease, and
    // may have sent the entry.
    repeat: row.case().when('leaseOwner', 'is', null).then(row.ref('repeat')).else(1).end(),
  };
}

/** Rows that another holder is just leasing are skipped. */
const leaseDueHeads = compileOnce<LeaseValues, Selectable<OutboxRecord>>((db, values) =>
  db
    .with('due', (due) => dueHeads(due, values).forNoKeyUpdate().skipLocked())
    .updateTable('outbox')
    .set((row) => leasedBy(values, row))
    .where('seq', 'in', (row) => row.selectFrom('due').select('due.seq'))
    .returningAll(),
);

/** @param leaseHeads default: in one statement */
export async function leaseOutbox(
  db: Kysely<Schema>,
  { now, limit, leaseMs, owner }: Lease,
  leaseHeads: LeaseHeads = async (transaction, values) => (await leaseDueHeads(transaction, values)).rows,
): Promise<OutboxRow[]> {
  return await db.transaction().execute(async (transaction) => {
    const records = await leaseHeads(transaction, { now, limit, owner, freeAt: now + leaseMs });
    const entries: OutboxRow[] = [];
    for (const record of records.toSorted((a, b) => a.seq - b.seq)) {
      entries.push(parseOutboxEntry(record) ?? (await parkUnreadable(transaction, record, now)));
    }
    return entries;
  });
}

/** Otherwise every lease that includes the entry would fail. Later entries of its instance wait for it. */
async function parkUnreadable(
  db: Transaction<Schema>,
  record: Selectable<OutboxRecord>,
  now: number,
): Promise<OutboxRow> {
  const parked = { state: 'parked', reason: UNREADABLE_ENTRY, freeAt: null, leaseOwner: null } as const;
  await db.updateTable('outbox').set(parked).where('seq', '=', record.seq).execute();
  await holdBehindParked(db, record);
  await putReportHistory(db, record, { happening: 'parked', at: now, reason: UNREADABLE_ENTRY });
  return readOutboxEntry({ ...record, ...parked });
}
