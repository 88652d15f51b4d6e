import { sql } from 'kysely';
import type { LosableTransaction } from '../operations/outbox/settle-outbox.ts';
import { sendAhead } from '../operations/shared/send-ahead.ts';

/**
 * The commit does not wait for the disk; a crash of the server loses at most the last 0.6 s of such commits (three times
 * `wal_writer_delay`), and never anything between others. PostgreSQL, 30.4 Asynchronous Commit.
 */
export const runLosable: LosableTransaction = async (db, work) =>
  await db.transaction().execute(async (transaction) => {
    await sendAhead(transaction, sql`set local synchronous_commit = off`.compile(transaction));
    return await work(transaction);
  });
