import type { Kysely, Transaction } from 'kysely';
import type { ByOperator, Restore } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { insertRows } from '../shared/compiled-statements.ts';

export async function putRestore(
  db: Transaction<Schema>,
  { mark, at }: Restore,
  { by }: ByOperator = {},
): Promise<void> {
  await db.insertInto('restores').values({ mark, at }).execute();
  const data = JSON.stringify({ mark, by });
  await insertRows(db, 'history', [{ instanceId: null, at, type: 'store.restored', data }]);
}

export async function latestRestore(db: Kysely<Schema>): Promise<Restore | undefined> {
  return await db.selectFrom('restores').select(['mark', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
}
