import { Client, types } from 'pg';
import { openStore } from '../../../src/store/open-store.ts';
import { createDatabaseFile, type Dump, type Rows } from '../../bridge/database-file.ts';
import { createMigratedDatabase } from '../../support/shared-postgres.ts';
import { postgresKeeping, sqliteKeeping } from './kept-rows.ts';

/** The database of one world, which may be looked into while bridges run on it. */
export interface CrashDatabase extends AsyncDisposable {
  /** Value of the bridge's option. */
  readonly store: string;
  dump(): Promise<Dump>;
  /** Before the first bridge: has what is deleted kept, in the same transaction, for the judge. See kept-rows.ts. */
  keepDeleted(): Promise<void>;
  /** What each connection to it does, and for how many seconds it has; an embedded one does not know. */
  connections(): Promise<string[]>;
}

/** Embedded in a file, or on the server of the test run. */
export async function createCrashDatabase(store: 'sqlite' | 'postgres'): Promise<CrashDatabase> {
  if (store === 'sqlite') return createSqliteDatabase();
  const { url, drop } = await createMigratedDatabase();
  return createPostgresDatabase(url, drop);
}

export function createSqliteDatabase(): CrashDatabase {
  const file = createDatabaseFile();
  return {
    store: file.store,
    dump: async () => file.dump(),
    async keepDeleted() {
      await makeTables(file.store);
      file.run(sqliteKeeping());
    },
    connections: async () => [],
    [Symbol.asyncDispose]: async () => file[Symbol.dispose](),
  };
}

/** @param url of a database that is for this world alone */
export function createPostgresDatabase(url: string, drop: () => Promise<void>): CrashDatabase {
  return {
    store: url,
    dump: () =>
      ask(url, async (client) => {
        // Of one moment, as that of a file.
        await client.query('begin isolation level repeatable read read only');
        const { rows: tables } = await client.query<{ name: string }>(
          `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'presses'`,
        );
        const dump: Record<string, Rows> = {};
        for (const { name } of tables) {
          const order = ['outbox', 'history'].includes(name) ? ' order by seq' : '';
          dump[name] = (await client.query<Record<string, unknown>>(`select * from ${name}${order}`)).rows;
        }
        return dump;
      }),
    async keepDeleted() {
      await makeTables(url);
      await ask(url, (client) => client.query(postgresKeeping()));
    },
    connections: () =>
      ask(url, async (client) => {
        const { rows } = await client.query<Record<string, unknown>>(
          `select pid, state, round(extract(epoch from clock_timestamp() - state_change)) as seconds,
           wait_event_type as waits, wait_event as for, pg_blocking_pids(pid) as behind, left(query, 80) as query
           from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        );
        return rows.map((row) => `connection ${JSON.stringify(row)}`);
      }),
    [Symbol.asyncDispose]: drop,
  };
}

async function makeTables(url: string): Promise<void> {
  await (await openStore(url)).close();
}

async function ask<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Numbers as numbers, as the other store has them. */
function getTypeParser(...[oid, format]: Parameters<typeof types.getTypeParser>) {
  return oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format);
}
