import { type Kysely, sql } from 'kysely';
import { StoreError } from '../../errors.ts';
import type { Schema } from '../schema.ts';
import { adapterOf, type Database } from '../statements/database.ts';
import { putHistory } from '../statements/records.ts';
import { MIGRATIONS } from './migrations.ts';

/** The table of applied migrations; created before the schema. */
type WithMigrations = {
  /** `worksFrom`: see {@link Migration}; what an older version of the library knows of a migration is only this row. */
  readonly bridgeMigrations: { readonly name: string; readonly worksFrom: string | null };
};

const MIGRATIONS_TABLE = 'bridge_migrations';

/** Which migrations of this library a database has, and which it lacks; in the order of application. */
export interface SchemaState {
  readonly applied: readonly string[];
  readonly missing: readonly string[];
}

/**
 * Only reads, so the database is unchanged.
 * @throws {StoreError} `ERR_STORE_NEWER`: a newer version of the library has migrated it so that this one cannot work with it:
 * update the library, or use another database
 */
export async function readSchemaState(db: Database, where: string): Promise<SchemaState> {
  const isOurs = await adapterOf(db).tableExists(db, MIGRATIONS_TABLE);
  const has = isOurs ? await migrationsOf(db.withTables<WithMigrations>(), where) : new Set<string>();
  const names = Object.keys(MIGRATIONS);
  return { applied: names.filter((name) => has.has(name)), missing: names.filter((name) => !has.has(name)) };
}

/**
 * Refuses a database that this library would have to migrate first. Only reads.
 * @throws {StoreError} `ERR_STORE_OLDER`: migrate it; `ERR_STORE_NEWER`: update the library
 */
export async function refuseOtherSchema(db: Database, where: string): Promise<void> {
  const { applied, missing } = await readSchemaState(db, where);
  if (missing.length === 0) return;
  const text =
    applied.length === 0
      ? `${where} holds no tables of the bridge: check its address, or create them with the command migrate`
      : `${where} lacks the migrations ${missing.join(', ')}: run the command migrate, or start the service`;
  throw new StoreError('ERR_STORE_OLDER', text, { details: { missing } });
}

/**
 * Applies the missing migrations in one transaction; does nothing if there are none. If the process dies, none is applied;
 * if several processes start together, each is applied once.
 * @param where name of the database for error messages
 * @param by who migrates it, for an entry without an instance in the history; absent: a service that starts, and no entry
 * @throws {StoreError} `ERR_STORE_NEWER`: a newer version has migrated the database in the meantime
 * @throws errors of the driver; the schema is then unchanged
 */
export async function migrate(db: Database, where: string, by?: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const adapter = adapterOf(db);
    const { columnTypes } = adapter;
    await adapter.lockMigrations(transaction);
    if (!(await adapter.tableExists(transaction, MIGRATIONS_TABLE))) {
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
    const data = { migrations: missing.map(([name]) => name), by };
    await putHistory(transaction, { instanceId: null, at: Date.now(), type: 'store.migrated', data });
  });
}

/** The migrations of a newer version of the library that has opened the database since; empty: none has. */
export async function newerMigrations(db: Database): Promise<string[]> {
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
