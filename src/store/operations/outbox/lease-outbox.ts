import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Lease, OutboxRow } from '../../port.ts';
import { parseOutboxEntry, readOutboxEntry, UNREADABLE_ENTRY } from '../../rows/outbox-entry.ts';
import type { OutboxRecord, Schema } from '../../schema.ts';
import { putReportHistory } from '../history/put-report-history.ts';
import { compileOnce } from '../shared/compiled-statements.ts';
import { isOutboxHead } from './is-outbox-head.ts';
import { holdBehindParked } from './waiting-entries.ts';

/** Leases the most overdue heads; rows that another holder is just leasing are skipped. */
const leaseDueHeads = compileOnce<
  { readonly now: number; readonly limit: number; readonly owner: string; readonly freeAt: number },
  Selectable<OutboxRecord>
>((db, { now, limit, owner, freeAt }) =>
  db
    .with('due', (due) =>
      due
        .selectFrom('outbox')
        .select('outbox.seq')
        .where('outbox.freeAt', '<=', now)
        .where(isOutboxHead)
        .orderBy('outbox.freeAt')
        .orderBy('outbox.seq')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .set((row) => ({
      leaseOwner: owner,
      freeAt,
      attempts: row('attempts', '+', 1),
      // Settling or releasing an entry clears its owner. An owner that is still set has died or exceeded its lease, and
      // may have sent the entry.
      repeat: row.case().when('leaseOwner', 'is', null).then(row.ref('repeat')).else(1).end(),
    }))
    .where('seq', 'in', (row) => row.selectFrom('due').select('due.seq'))
    .returningAll(),
);

export async function leaseOutbox(db: Kysely<Schema>, { now, limit, leaseMs, owner }: Lease): Promise<OutboxRow[]> {
  return await db.transaction().execute(async (transaction) => {
    const { rows: records } = await leaseDueHeads(transaction, { now, limit, owner, freeAt: now + leaseMs });
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
