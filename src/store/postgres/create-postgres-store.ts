import { CamelCasePlugin, Kysely, sql } from 'kysely';
import { InputError, StoreError } from '../../errors.ts';
import { migrate, readSchemaState, refuseOtherSchema, type SchemaState } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import type { Database } from '../statements/database.ts';
import { createStore, type Store, type StoreAccess } from '../store.ts';
import type { StoreInspection } from '../store-inspection.ts';
import { type ConnectionPool, type ConnectionPoolOptions, createConnectionPool } from './connection-pool.ts';
import { type DatabaseClock, startDatabaseClock } from './database-clock.ts';
import { BoundedPostgresDialect } from './dialect.ts';
import { type HolderSession, openHolderSession } from './holder-session.ts';
import { inspectPostgres } from './inspect-postgres.ts';
import { type PostgresPlace, readPostgresUrl } from './read-postgres-url.ts';
import { HEALTH_LIMITS, MIGRATING_LIMITS, type TimeLimits, WORKING_LIMITS } from './time-limits.ts';
import { toStoreError } from './to-store-error.ts';

/**
 * Opens the database, which must exist, and migrates its schema, only once even if several bridges start together. Any number
 * of bridges may use it. Acknowledged writes survive a crash and a power failure of the server; rows that a killed bridge had
 * leased are released when the others have seen that its session is gone, those of a lost machine when the leases expire.
 * @param options.url `postgres://user:password@host:port/database`; of a server, or of a pooler in transaction mode. Its
 * parameter `schema` names the schema of the tables, which is created if it is missing; `connections` how many are opened
 * @param options.access default: `service`
 * @param options.by who migrates it, for the history
 * @throws {InputError} `ERR_CONFIG_INVALID`: a parameter is invalid, or a pooler does not pass the schema on
 * @throws {StoreError} `ERR_STORE_OLDER`: it must be migrated before it can be operated; `ERR_STORE_NEWER`: update the library,
 * the database is unchanged; `ERR_STORE_UNAVAILABLE`: it cannot be reached, only reads, or refuses the user;
 * `ERR_STORE_RIGHTS`: the role may not use the tables; `ERR_STORE_INVALID`: its encoding is not UTF8
 */
export async function createPostgresStore({
  url: given,
  access = 'service',
  by,
}: {
  url: string;
  access?: StoreAccess;
  by?: string | undefined;
}): Promise<Store> {
  const place = readPostgresUrl(given);
  const { url, schema } = place;
  const where = `the database ${nameOf(url)}`;
  try {
    if (access === 'service') {
      await withDatabase({ ...place, writes: true }, MIGRATING_LIMITS, async (db) => {
        if (schema !== undefined) await createSchema(db, schema);
        await refuseOtherEncodings(db, where);
        await migrate(db, where, by);
      });
    } else await withDatabase({ ...place, writes: false }, WORKING_LIMITS, (db) => refuseOtherSchema(db, where));
    const lanes = openLanes({ ...place, writes: access !== 'read' });
    try {
      const clock = await startDatabaseClock(() => presentOf(lanes.db));
      try {
        const session = access === 'service' ? await openHolderSession(place, lanes.db) : undefined;
        return assemble(where, lanes, { clock, session });
      } catch (error) {
        clock.stop();
        throw error;
      }
    } catch (error) {
      await closeLanes(lanes);
      throw error;
    }
  } catch (error) {
    throw error instanceof InputError ? error : toStoreError(error, where);
  }
}

/** @throws as {@link createPostgresStore} */
export async function readPostgresSchema({ url: given }: { url: string }): Promise<SchemaState> {
  const place = readPostgresUrl(given);
  const where = `the database ${nameOf(place.url)}`;
  try {
    return await withDatabase({ ...place, writes: false }, WORKING_LIMITS, (db) => readSchemaState(db, where));
  } catch (error) {
    throw toStoreError(error, where);
  }
}

/** @throws as {@link createPostgresStore} */
export async function inspectPostgresStore({ url: given }: { url: string }): Promise<StoreInspection> {
  const place = readPostgresUrl(given);
  const where = `the database ${nameOf(place.url)}`;
  try {
    return await withDatabase({ ...place, writes: false }, WORKING_LIMITS, (db) =>
      inspectPostgres(db, place.connections),
    );
  } catch (error) {
    throw toStoreError(error, where);
  }
}

/** Connections for different work, so that none waits for the other. They open when they are needed. */
interface Lanes {
  /** For steps and what people wait for. */
  readonly db: Database;
  /** For lists and retention, which may take seconds. */
  readonly lists: Database;
  /** For `health()`: a bridge whose connections are all busy is not dead. */
  readonly health: Database;
}

type Target = PostgresPlace & Pick<ConnectionPoolOptions, 'writes'>;

function openLanes(place: Target): Lanes & Pick<Store, 'connectionCounts'> {
  const pools = {
    work: createConnectionPool({ ...place, limits: WORKING_LIMITS }),
    lists: createConnectionPool({ ...place, connections: 2, limits: WORKING_LIMITS }),
    health: createConnectionPool({ ...place, connections: 1, limits: HEALTH_LIMITS }),
  };
  return {
    db: toKysely(pools.work, WORKING_LIMITS),
    lists: toKysely(pools.lists, WORKING_LIMITS),
    health: toKysely(pools.health, HEALTH_LIMITS),
    connectionCounts: () => (['work', 'lists', 'health'] as const).map((pool) => ({ pool, ...pools[pool].counts() })),
  };
}

async function closeLanes({ db, lists, health }: Lanes): Promise<void> {
  await Promise.all([db.destroy(), lists.destroy(), health.destroy()]);
}

interface Living {
  readonly clock: DatabaseClock;
  readonly session: HolderSession | undefined;
}

function assemble(where: string, lanes: ReturnType<typeof openLanes>, { clock, session }: Living): Store {
  const { connectionCounts, ...databases } = lanes;
  const store = createStore({
    ...databases,
    toStoreError: (error) => toStoreError(error, where),
    async onClosing() {
      clock.stop();
      await session?.close();
    },
  });
  return {
    ...store,
    checkSchema: async () => {
      await readSchemaState(lanes.health, where).catch((error: unknown) => {
        throw toStoreError(error, where);
      });
    },
    clock: clock.now,
    ...(session && {
      holder: session.holder,
      watchHolder: (listener) =>
        session.watch((error) => listener(error === undefined ? undefined : toStoreError(error, where))),
    }),
    ...(connectionCounts && { connectionCounts }),
  };
}

function toKysely(pool: ConnectionPool, limits: TimeLimits): Database {
  return new Kysely<Schema>({ dialect: new BoundedPostgresDialect(pool, limits), plugins: [new CamelCasePlugin()] });
}

async function withDatabase<Result>(
  place: Target,
  limits: TimeLimits,
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = toKysely(createConnectionPool({ ...place, connections: 2, limits }), limits);
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

/** Only if it is missing: a role may be allowed to use a schema, and not to create one. */
async function createSchema(db: Database, schema: string): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`select to_regnamespace(${schema}) is not null as found`.execute(db);
  if (rows[0]?.found !== true) await db.schema.createSchema(schema).ifNotExists().execute();
}

async function presentOf(db: Database): Promise<number> {
  const { rows } = await sql<{ present: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as present
  `.execute(db);
  return rows[0]?.present ?? Number.NaN;
}

async function refuseOtherEncodings(db: Database, where: string): Promise<void> {
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
