import { sql, type Transaction } from 'kysely';
import { sendAhead } from '../operations/shared/send-ahead.ts';
import type { Schema } from '../schema.ts';

/**
 * The commit does not wait for the disk; a crash of the server loses at most the last 0.6 s of such commits (three times
 * `wal_writer_delay`), and never anything between others. PostgreSQL, 30.4 Asynchronous Commit.
 */
export async function allowLoss(transaction: Transaction<Schema>): Promise<void> {
  await sendAhead(transaction, sql`set local synchronous_commit = off`.compile(transaction));
}
