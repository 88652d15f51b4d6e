import type { Kysely } from 'kysely';
import type { MigrationOptions } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';

export async function isTableThere(db: Kysely<Schema>, table: string): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === table);
}

/** How the schema is made on SQLite. */
export const SQLITE_SCHEMA: Omit<MigrationOptions, 'where'> = {
  spelling: {
    // SQLite gives a number again after the row that had it is deleted, unless told not to.
    ascendingKey: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
    text: 'text',
  },
  // A transaction that may write is alone.
  lock: async () => undefined,
  isTableThere,
};
