import type { Kysely } from 'kysely';
import type { MigrationOptions } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';

export async function tableExists(db: Kysely<Schema>, table: string): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === table);
}

/** The SQLite-specific parts of migrations. */
export const SQLITE_SCHEMA: Omit<MigrationOptions, 'where'> = {
  columnTypes: {
    // Without autoincrement, SQLite reuses the numbers of deleted rows.
    ascendingKey: 'integer primary key autoincrement',
    text: 'text',
    // SQLite updates in place, and has nothing to vacuum.
    updatedInPlace: '',
    leased: '',
  },
  // Not needed: SQLite has a single writer.
  lock: async () => undefined,
  tableExists,
};
