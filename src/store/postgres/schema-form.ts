import { sql } from 'kysely';
import type { MigrationOptions } from '../migrations/migrate.ts';

/** Id of the advisory lock for migrations; arbitrary, but must never change. */
const MIGRATION_LOCK = 7_207_219_163_904_511;

/** The PostgreSQL-specific parts of migrations. */
export const POSTGRES_SCHEMA: Omit<MigrationOptions, 'where'> = {
  columnTypes: {
    ascendingKey: { type: 'bigint', build: (column) => column.primaryKey().generatedAlwaysAsIdentity() },
    text: sql`text collate "C"`,
  },
  // A transaction-level lock, because a pooler shares sessions.
  lock: async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
  },
  tableExists: async (db, table) => {
    const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db);
    return rows[0]?.found === true;
  },
};
