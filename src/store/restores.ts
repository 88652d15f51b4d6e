import type { ByOperator } from './rows/history.ts';
import type { Restore } from './rows/restore.ts';
import { type Database, inTransaction } from './statements/database.ts';
import { putHistory } from './statements/records.ts';

/**
 * Stores that the database was restored, and an entry without an instance in the history. Once it resolves, every bridge
 * that is opened uses the mark.
 */
export async function putRestore(db: Database, { mark, at }: Restore, { by }: ByOperator = {}): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction.insertInto('restores').values({ mark, at }).execute();
    await putHistory(transaction, { instanceId: null, at, type: 'store.restored', data: { mark, by } });
  });
}

/** Undefined: it was never restored. */
export async function latestRestore(db: Database): Promise<Restore | undefined> {
  return db.selectFrom('restores').select(['mark', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
}
