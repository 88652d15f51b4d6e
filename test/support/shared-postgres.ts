import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { inject } from 'vitest';
import { startPostgresServer } from './postgres-server.ts';

/** What the one server of a test run is known by, in the folder of the run. */
export interface SharedServer {
  readonly url: string;
  readonly data: string;
}

export const SERVER_FILE = 'server.json';

const EMPTY_ALL = `do $$ begin execute (
  select 'truncate ' || string_agg(quote_ident(tablename), ', ') from pg_tables
  where schemaname = 'public' and tablename <> 'bridge_migrations'
); end $$`;

export interface EmptyDatabase {
  readonly url: string;
  /** Takes all rows away, and leaves the schema. Much quicker than another database. */
  empty(): Promise<void>;
  /** Also where somebody is still connected. */
  drop(): Promise<void>;
}

/**
 * An empty database on the one server of the test run, which whoever comes first starts: of `TEST_DATABASE_URL`, whose
 * user must be allowed to create databases, or else one of our own.
 */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL ?? (await sharedServer()).url;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(serverUrl, `create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return {
    url: url.href,
    empty: () => execute(url.href, EMPTY_ALL),
    drop: () => execute(serverUrl, `drop database ${name} with (force)`),
  };
}

/** Runs a statement on a connection of its own. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function sharedServer(): Promise<SharedServer> {
  const folder = inject('postgresFolder');
  const file = join(folder, SERVER_FILE);
  try {
    mkdirSync(join(folder, 'starting'));
  } catch {
    while (!existsSync(file)) await setTimeout(50);
    return JSON.parse(readFileSync(file, 'utf8'));
  }
  const { urlOf, data } = await startPostgresServer();
  const server: SharedServer = { url: urlOf('postgres'), data };
  // Whole or not there, since others look for it.
  writeFileSync(`${file}.new`, JSON.stringify(server));
  renameSync(`${file}.new`, file);
  return server;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test files of one run find the server that they share. */
    postgresFolder: string;
  }
}
