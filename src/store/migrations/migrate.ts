import type { Kysely, SchemaModule, Transaction } from 'kysely';
import { StoreError } from '../../errors.ts';
import type { Schema } from '../schema.ts';
import { createFirstSchema } from './0001-first-schema.ts';
import type { Spelling } from './spelling.ts';

/** In the order in which they are applied, by names that sort so. */
const MIGRATIONS: Readonly<Record<string, (schema: SchemaModule, spelling: Spelling) => Promise<void>>> = {
  '0001-first-schema': createFirstSchema,
};

/** Which migrations a database has had; the one table that is older than its schema. */
type WithMigrations = {
  readonly bridgeMigrations: { readonly name: string };
};

const MIGRATIONS_TABLE = 'bridge_migrations';

export interface MigrationOptions {
  readonly spelling: Spelling;
  /** Names the database, for the message. */
  readonly where: string;
  /** Keeps others from migrating until the end of the transaction, and waits for those who are at it. */
  readonly lock: (db: Transaction<Schema>) => Promise<void>;
  readonly isTableThere: (db: Kysely<Schema>, table: string) => Promise<boolean>;
}

/**
 * Refuses a database that a newer version of the library has migrated. Only reads, so that the newer version finds it
 * as it was.
 * @throws {StoreError} `ERR_STORE_NEWER`: update the library, or give it another database
 */
export async function refuseNewerSchema(
  db: Kysely<Schema>,
  { where, isTableThere }: Pick<MigrationOptions, 'where' | 'isTableThere'>,
): Promise<void> {
  if (await isTableThere(db, MIGRATIONS_TABLE)) await migrationsOf(db.withTables<WithMigrations>(), where);
}

/**
 * Brings the schema up to date; does nothing when it is. All of it or nothing, also when the process dies in between,
 * and once when several processes start together.
 * @throws {StoreError} `ERR_STORE_NEWER`: a newer version was quicker
 * @throws what the driver throws; then the schema is as it was
 */
export async function migrate(db: Kysely<Schema>, options: MigrationOptions): Promise<void> {
  const { spelling, where, lock, isTableThere } = options;
  await db.transaction().execute(async (transaction) => {
    await lock(transaction);
    if (!(await isTableThere(transaction, MIGRATIONS_TABLE))) {
      await transaction.schema
        .createTable(MIGRATIONS_TABLE)
        .addColumn('name', spelling.text, (column) => column.primaryKey())
        .execute();
    }
    const tables = transaction.withTables<WithMigrations>();
    const applied = await migrationsOf(tables, where);
    for (const [name, apply] of Object.entries(MIGRATIONS)) {
      if (applied.has(name)) continue;
      await apply(transaction.schema, spelling);
      await tables.insertInto('bridgeMigrations').values({ name }).execute();
    }
  });
}

async function migrationsOf(db: Kysely<Schema & WithMigrations>, where: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('bridgeMigrations').select('name').orderBy('name').execute();
  const names = rows.map(({ name }) => name);
  const newer = names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (newer.length === 0) return new Set(names);
  throw new StoreError(
    'ERR_STORE_NEWER',
    `${where} was written by a newer version of the library (${newer.join(', ')}): update the library`,
    { details: { migrations: newer } },
  );
}
