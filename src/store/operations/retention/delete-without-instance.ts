import type { Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';

/** @returns the number of deleted rows, at most `limit` */
export async function deleteWithoutInstance(db: Transaction<Schema>, before: number, limit: number): Promise<number> {
  let deleted = 0;
  // The history is last, because its readers on PostgreSQL wait for transactions that have changed it.
  for (const deleteSome of [deleteMessages, deleteIncidents, deleteHistory]) {
    if (deleted < limit) deleted += await deleteSome(db, before, limit - deleted);
  }
  return deleted;
}

/** `dueAt` narrows the index range, because it is before `sentAt`. The age of a skipped message is that of its last attempt. */
async function deleteMessages(db: Transaction<Schema>, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .with('old', (old) =>
      old
        .selectFrom('messages')
        .select('seq')
        .where('instanceId', 'is', null)
        .where('freeAt', 'is', null)
        .where('dueAt', '<=', before)
        .where('state', 'in', ['sent', 'partial', 'skipped'])
        .where((row) => row.or([row('sentAt', 'is', null), row('sentAt', '<=', before)]))
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('messages')
    .where('seq', 'in', (row) => row.selectFrom('old').select('old.seq'))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function deleteIncidents(db: Transaction<Schema>, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .with('old', (old) =>
      old
        .selectFrom('incidents')
        .select('incidentId')
        .where('instanceId', 'is', null)
        .where('resolvedAt', '<=', before)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('incidents')
    .where('incidentId', 'in', (row) => row.selectFrom('old').select('old.incidentId'))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function deleteHistory(db: Transaction<Schema>, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .with('old', (old) =>
      old
        .selectFrom('history')
        .select('seq')
        .where('instanceId', 'is', null)
        .where('at', '<=', before)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('history')
    .where('seq', 'in', (row) => row.selectFrom('old').select('old.seq'))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
