import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { ConnectionTrouble } from './connection-trouble.ts';

const LOOK_AGAIN_MS = 3;

/** Longer than the server lets a transaction be idle. */
const PATIENCE_MS = 12_000;

/**
 * Returns the number up to which the history is complete: no entry with a lower number can be committed any more. Numbers
 * are assigned before the commit, so a lower number may become visible after a higher one, and a reader that continues from
 * the higher one would miss it.
 *
 * A writer holds a `RowExclusiveLock` on the table from before its first number until after its commit. So all numbers below
 * the highest visible one belong to transactions that have ended or hold this lock now. Only these are waited for, not
 * later ones. Writers do not wait and have no overhead.
 * @throws {ConnectionTrouble} a transaction writes for longer than the limits of the store allow
 */
export async function settledHistory(db: Kysely<Schema>): Promise<number> {
  const { highest } = await db
    .selectFrom('history')
    .select((row) => row.fn.max('seq').as('highest'))
    .executeTakeFirstOrThrow();
  if (highest === null) return 0;
  let writers = await writersNow(db);
  for (let waitedMs = 0; writers.size > 0; waitedMs += LOOK_AGAIN_MS) {
    if (waitedMs > PATIENCE_MS) throw new ConnectionTrouble('a transaction keeps writing to the history');
    await setTimeout(LOOK_AGAIN_MS);
    writers = new Set([...(await writersNow(db))].filter((writer) => writers.has(writer)));
  }
  return highest;
}

/** Ids of the transactions that hold the lock; unique while the server runs. */
async function writersNow(db: Kysely<Schema>): Promise<Set<string>> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'history'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return new Set(rows.map(({ writer }) => writer));
}
