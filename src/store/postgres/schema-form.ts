import { sql } from 'kysely';
import type { MigrationOptions } from '../migrations/migrate.ts';

/** Id of the advisory lock for migrations; arbitrary, but must never change. */
const MIGRATION_LOCK = 7_207_219_163_904_511;

/**
 * By default the server vacuums a table when a fifth of its rows is dead: at a million old rows, only after 200,000 updates
 * of the few that are open. Polls would read past all of them.
 */
const VACUUM_OFTEN =
  'autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, ' +
  'autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 1000';

/** The PostgreSQL-specific parts of migrations. */
export const POSTGRES_SCHEMA: Omit<MigrationOptions, 'where'> = {
  columnTypes: {
    ascendingKey: 'bigint generated always as identity primary key',
    text: 'text collate "C"',
    // A third of each page stays free for the next version of its rows.
    updatedInPlace: `with (fillfactor = 70, ${VACUUM_OFTEN})`,
    leased: `with (${VACUUM_OFTEN})`,
  },
  // A transaction-level lock, because a pooler shares sessions.
  lock: async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
  },
  // Only where tables are created: a later schema of the search path may have those of another bridge.
  tableExists: async (db, table) => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from pg_tables where schemaname = current_schema() and tablename = ${table}) as found
    `.execute(db);
    return rows[0]?.found === true;
  },
};
