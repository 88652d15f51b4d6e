import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { ConnectionTrouble } from './connection-trouble.ts';

const LOOK_AGAIN_MS = 3;

/** Longer than a transaction may stand still before the server ends it. */
const PATIENCE_MS = 12_000;

/**
 * The number up to which the history is complete: no entry up to it can appear any more. Numbers are given before the
 * commit, so one that is seen may have a lower one behind it that is not there yet, and whoever goes on from it would
 * never see that.
 *
 * Who writes to the history holds a lock on the table (`RowExclusiveLock`) from before its first number to after its
 * commit. So all numbers below the highest that is seen belong to transactions that are over, or hold that lock now:
 * those are waited for, and only those, whoever comes later. Writers wait for nobody, and pay nothing.
 * @throws {ConnectionTrouble} somebody writes for longer than the store lets its own write
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

/** Transactions, each by a name that no other has while the server runs. */
async function writersNow(db: Kysely<Schema>): Promise<Set<string>> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'history'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return new Set(rows.map(({ writer }) => writer));
}
