import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { PostgresInspection } from '../store-inspection.ts';

/** Two for lists, one for `health()` and the session of the holder of leases, beside those of the pool. */
const OTHER_CONNECTIONS = 4;

interface ServerFacts {
  readonly version: number;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly schema: string | null;
  readonly mayCreateTables: boolean;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly maxConnections: number;
  readonly openConnections: number;
  readonly present: number;
}

/** Only reads. @param connections of the pool, as the URL says */
export async function inspectPostgres(db: Kysely<Schema>, connections: number): Promise<PostgresInspection> {
  // The first query opens the connection, which takes longer than an answer.
  await sql`select 1`.execute(db);
  const askedAt = Date.now();
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_standby,
      current_schema() as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer as max_connections,
      (select sum(numbackends)::integer from pg_stat_database) as open_connections,
      (extract(epoch from clock_timestamp()) * 1000)::bigint as present
  `.execute(db);
  const answeredAt = Date.now();
  const [facts] = rows;
  if (facts === undefined) throw new TypeError('The server has answered without a row.');
  const { fsync, fullPageWrites, synchronousCommit, present, ...known } = facts;
  return {
    kind: 'postgres',
    ...known,
    missingRights: await readMissingRights(db),
    settings: { fsync, full_page_writes: fullPageWrites, synchronous_commit: synchronousCommit },
    neededConnections: connections + OTHER_CONNECTIONS,
    clockOffsetMs: Math.round(present - (askedAt + answeredAt) / 2),
    clockErrorMs: Math.ceil((answeredAt - askedAt) / 2),
  };
}

async function readMissingRights(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ missing: string }>`
    select lower(wanted) || ' on ' || tablename as missing
    from pg_tables cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as wanted
    where schemaname = current_schema()
      and not has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), wanted)
    order by 1
  `.execute(db);
  return rows.map(({ missing }) => missing);
}
