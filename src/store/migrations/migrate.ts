import type { Kysely, Migration } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely';
import { StoreError } from '../../errors.ts';
import type { Schema } from '../schema.ts';
import { createFirstSchema } from './0001-first-schema.ts';
import type { AscendingKey } from './ascending-key.ts';

const MIGRATIONS: Readonly<Record<string, (db: Kysely<unknown>, ascendingKey: AscendingKey) => Promise<void>>> = {
  '0001-first-schema': createFirstSchema,
};

/**
 * Refuses a database that a newer version of the library has migrated. Only reads, so that the newer version finds it
 * as it was.
 * @throws {StoreError} `ERR_STORE_NEWER`: update the library, or give it another database
 */
export async function refuseNewerSchema(db: Kysely<Schema>, where: string): Promise<void> {
  const known = new Set(Object.keys(MIGRATIONS));
  const newer = (await migrationsIn(db)).filter((name) => !known.has(name));
  if (newer.length === 0) return;
  throw new StoreError(
    'ERR_STORE_NEWER',
    `${where} was written by a newer version of the library (${newer.join(', ')}): update the library`,
    { details: { migrations: newer } },
  );
}

/**
 * Brings the schema up to date; does nothing when it is. All of it or nothing, also when the process dies in between,
 * and once when several processes start together.
 * @throws what the driver throws; then the schema is as it was
 */
export async function migrate(db: Kysely<Schema>, ascendingKey: AscendingKey): Promise<void> {
  const migrations = Object.entries(MIGRATIONS).map(([name, up]): [string, Migration] => [
    name,
    { up: (transaction) => up(transaction, ascendingKey) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw error instanceof Error
    ? error
    : new StoreError('ERR_STORE_INVALID', 'the schema could not be brought up to date');
}

async function migrationsIn(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return [];
  const rows = await db.withTables<MigrationSchema>().selectFrom(DEFAULT_MIGRATION_TABLE).select('name').execute();
  return rows.map((row) => row.name);
}

type MigrationSchema = {
  readonly [DEFAULT_MIGRATION_TABLE]: { readonly name: string };
};
