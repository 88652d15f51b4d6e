import { sql } from 'kysely';
import type { MigrationOptions } from '../migrations/migrate.ts';

/** Any number, as long as it is always the same: who migrates holds it. */
const MIGRATION_LOCK = 7_207_219_163_904_511;

/** How the schema is made on PostgreSQL. */
export const POSTGRES_SCHEMA: Omit<MigrationOptions, 'where'> = {
  spelling: {
    ascendingKey: { type: 'bigint', build: (column) => column.primaryKey().generatedAlwaysAsIdentity() },
    text: sql`text collate "C"`,
  },
  // Of the transaction, not of the session, which a pooler may give to others.
  lock: async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
  },
  isTableThere: async (db, table) => {
    const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db);
    return rows[0]?.found === true;
  },
};
