import { sql } from 'kysely';
import type { LosableTransaction } from '../operations/outbox/settle-outbox.ts';

/**
 * The commit is written to the write-ahead log and not synced: the end of the process loses nothing, a power failure loses
 * what was committed since the last sync, which every other commit makes (sqlite.org/pragma.html#pragma_synchronous). The
 * setting is that of the only connection, and cannot be changed inside a transaction.
 */
export const runLosable: LosableTransaction = async (db, work) =>
  await db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
