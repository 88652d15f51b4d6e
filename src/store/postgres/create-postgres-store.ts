import { CamelCasePlugin, Kysely, sql } from 'kysely';
import { StoreError } from '../../errors.ts';
import { createSqlStore } from '../create-sql-store.ts';
import { migrate } from '../migrations/migrate.ts';
import type { StepCommit, Store } from '../port.ts';
import type { Schema } from '../schema.ts';
import { createConnectionPool } from './connection-pool.ts';
import { type DatabaseClock, startDatabaseClock } from './database-clock.ts';
import { BoundedPostgresDialect } from './dialect.ts';
import { createHints } from './hints.ts';
import { POSTGRES_SCHEMA } from './schema-form.ts';
import { serializeDeploys } from './serialize-deploys.ts';
import { settledHistory } from './settled-history.ts';
import { MIGRATING_LIMITS, type TimeLimits, WORKING_LIMITS } from './time-limits.ts';
import { toStoreError } from './to-store-error.ts';

/**
 * Opens the database, which must exist, and migrates its schema, only once even if several bridges start together. Any number
 * of bridges may use it. Acknowledged writes survive a crash and a power failure of the server; rows that a dead bridge had
 * leased are released when the leases expire.
 * @param options.url `postgres://user:password@host:port/database`; of a server, or of a pooler in transaction mode
 * @throws {StoreError} `ERR_STORE_NEWER`: update the library, the database is unchanged; `ERR_STORE_UNAVAILABLE`: it cannot
 * be reached, or refuses the user; `ERR_STORE_INVALID`: its encoding is not UTF8
 */
export async function createPostgresStore({ url }: { url: string }): Promise<Store> {
  const where = `the database ${nameOf(url)}`;
  try {
    await withDatabase(url, MIGRATING_LIMITS, async (db) => {
      await refuseOtherEncodings(db, where);
      await migrate(db, { where, ...POSTGRES_SCHEMA });
    });
    const db = open(url, WORKING_LIMITS);
    try {
      return assemble(url, where, db, await startDatabaseClock(() => presentOf(db)));
    } catch (error) {
      await db.destroy();
      throw error;
    }
  } catch (error) {
    throw toStoreError(error, where);
  }
}

function assemble(url: string, where: string, db: Kysely<Schema>, clock: DatabaseClock): Store {
  const hints = createHints(url);
  const store = createSqlStore({
    db,
    toStoreError: (error) => toStoreError(error, where),
    settledHistory,
    serializeDeploys,
    onClosing: async () => {
      clock.stop();
      await hints.stop();
    },
  });
  return {
    ...store,
    async commitStep(step) {
      const outcome = await store.commitStep(step);
      if (outcome === 'committed' && hasWork(step)) hints.send();
      return outcome;
    },
    async putMessage(message) {
      const standing = await store.putMessage(message);
      hints.send();
      return standing;
    },
    clock: clock.now,
    onHint: hints.listen,
  };
}

function hasWork({ reports, jobsCreated, messages, instance }: StepCommit): boolean {
  return reports.length + jobsCreated.length + messages.length > 0 || instance.wakeAt !== null;
}

function open(url: string, limits: TimeLimits): Kysely<Schema> {
  const pool = createConnectionPool({ url, answerMs: limits.answerMs });
  return new Kysely<Schema>({ dialect: new BoundedPostgresDialect(pool, limits), plugins: [new CamelCasePlugin()] });
}

async function withDatabase(
  url: string,
  limits: TimeLimits,
  use: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const db = open(url, limits);
  try {
    await use(db);
  } finally {
    await db.destroy();
  }
}

async function presentOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ present: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as present
  `.execute(db);
  return rows[0]?.present ?? Number.NaN;
}

async function refuseOtherEncodings(db: Kysely<Schema>, where: string): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding
  `.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new StoreError('ERR_STORE_INVALID', `${where} is encoded as ${encoding}: create it with encoding UTF8`);
}

/** Without user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
