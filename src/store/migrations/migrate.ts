import { type Kysely, sql, type Transaction } from 'kysely';
import { StoreError } from '../../errors.ts';
import type { Schema } from '../schema.ts';
import type { ColumnTypes } from './column-types.ts';
import { MIGRATIONS } from './migrations.ts';

/** The table of applied migrations; created before the schema. */
type WithMigrations = {
  /** `worksFrom`: see {@link Migration}; what an older version of the library knows of a migration is only this row. */
  readonly bridgeMigrations: { readonly name: string; readonly worksFrom: string | null };
};

const MIGRATIONS_TABLE = 'bridge_migrations';

export interface MigrationOptions {
  readonly columnTypes: ColumnTypes;
  /** Name of the database for error messages. */
  readonly where: string;
  /** Takes a lock until the end of the transaction, so that only one process migrates at a time. */
  readonly lock: (db: Transaction<Schema>) => Promise<void>;
  readonly tableExists: (db: Kysely<Schema>, table: string) => Promise<boolean>;
  /** Who migrates it, for an entry without an instance in the history; absent: a service that starts, and no entry. */
  readonly by?: string | undefined;
}

/**
 * Refuses a database that a newer version of the library has migrated so that this one cannot work with it. Only reads, so
 * the database is unchanged.
 * @throws {StoreError} `ERR_STORE_NEWER`: update the library, or use another database
 */
export async function refuseNewerSchema(
  db: Kysely<Schema>,
  { where, tableExists }: Pick<MigrationOptions, 'where' | 'tableExists'>,
): Promise<void> {
  if (await tableExists(db, MIGRATIONS_TABLE)) await migrationsOf(db.withTables<WithMigrations>(), where);
}

/** Which migrations of this library a database has, and which it lacks; in the order of application. */
export interface SchemaState {
  readonly applied: readonly string[];
  readonly missing: readonly string[];
}

/**
 * Only reads.
 * @throws {StoreError} `ERR_STORE_NEWER`: update the library, or use another database
 */
export async function readSchemaState(
  db: Kysely<Schema>,
  { where, tableExists }: Pick<MigrationOptions, 'where' | 'tableExists'>,
): Promise<SchemaState> {
  const has = (await tableExists(db, MIGRATIONS_TABLE))
    ? await migrationsOf(db.withTables<WithMigrations>(), where)
    : new Set<string>();
  const names = Object.keys(MIGRATIONS);
  return { applied: names.filter((name) => has.has(name)), missing: names.filter((name) => !has.has(name)) };
}

/**
 * Refuses a database that this library would have to migrate first. Only reads.
 * @throws {StoreError} `ERR_STORE_OLDER`: migrate it; `ERR_STORE_NEWER`: update the library
 */
export async function refuseOtherSchema(
  db: Kysely<Schema>,
  options: Pick<MigrationOptions, 'where' | 'tableExists'>,
): Promise<void> {
  const { applied, missing } = await readSchemaState(db, options);
  if (missing.length === 0) return;
  const { where } = options;
  const text =
    applied.length === 0
      ? `${where} holds no tables of the bridge: check its address, or create them with the command migrate`
      : `${where} lacks the migrations ${missing.join(', ')}: run the command migrate, or start the service`;
  throw new StoreError('ERR_STORE_OLDER', text, { details: { missing } });
}

/**
 * Applies the missing migrations in one transaction; does nothing if there are none. If the process dies, none is applied;
 * if several processes start together, each is applied once.
 * @throws {StoreError} `ERR_STORE_NEWER`: a newer version has migrated the database in the meantime
 * @throws errors of the driver; the schema is then unchanged
 */
export async function migrate(db: Kysely<Schema>, options: MigrationOptions): Promise<void> {
  const { columnTypes, where, lock, tableExists, by } = options;
  await db.transaction().execute(async (transaction) => {
    await lock(transaction);
    if (!(await tableExists(transaction, MIGRATIONS_TABLE))) {
      const { text } = columnTypes;
      const table = `create table ${MIGRATIONS_TABLE} (name ${text} primary key, works_from ${text})`;
      await sql.raw(table).execute(transaction);
    }
    const tables = transaction.withTables<WithMigrations>();
    const applied = await migrationsOf(tables, where);
    const missing = Object.entries(MIGRATIONS).filter(([name]) => !applied.has(name));
    for (const [name, { statements, worksFrom }] of missing) {
      for (const statement of statements(columnTypes)) await sql.raw(statement).execute(transaction);
      await tables.insertInto('bridgeMigrations').values({ name, worksFrom }).execute();
    }
    if (by === undefined || missing.length === 0) return;
    const data = JSON.stringify({ migrations: missing.map(([name]) => name), by });
    await transaction
      .insertInto('history')
      .values({ instanceId: null, at: Date.now(), type: 'store.migrated', data })
      .execute();
  });
}

/**
 * Checks that this version of the library can still work with the database, while it does: a newer version may have
 * migrated it since it was opened. One statement, which only reads.
 * @throws {StoreError} `ERR_STORE_NEWER`
 */
export async function refuseIncompatible(db: Kysely<Schema>, where: string): Promise<void> {
  await migrationsOf(db.withTables<WithMigrations>(), where);
}

/**
 * Migrations that a newer version of the library has applied while this one was running. Only reads.
 * @param db a database that this version has migrated
 */
export async function readNewerMigrations(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .withTables<WithMigrations>()
    .selectFrom('bridgeMigrations')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(MIGRATIONS, name));
}

/** @returns the names of those that this version knows; those that it does not know do not disturb it */
async function migrationsOf(db: Kysely<Schema & WithMigrations>, where: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('bridgeMigrations').selectAll().orderBy('name').execute();
  const isKnown = (name: string | null) => name !== null && Object.hasOwn(MIGRATIONS, name);
  const newer = rows.filter(({ name, worksFrom }) => !isKnown(name) && !isKnown(worksFrom)).map(({ name }) => name);
  if (newer.length === 0) return new Set(rows.map(({ name }) => name).filter(isKnown));
  throw new StoreError(
    'ERR_STORE_NEWER',
    `${where} was migrated by a newer version of the library (${newer.join(', ')}), and this one cannot work with it any more: update the library`,
    { details: { migrations: newer } },
  );
}
