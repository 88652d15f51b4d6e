import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgresServer } from './postgres-server.ts';

/** What the one server of a test run is known by, in the folder of the run. */
export interface SharedServer {
  readonly url: string;
  readonly data: string;
}

export const SERVER_FILE = 'server.json';

/** On our own server, the database that {@link createMigratedDatabase} copies. Nobody else connects to it. */
const MIGRATED = 'migrated';

/**
 * The latest tables first, since others are what they refer to. Giving each table another file, as `truncate` does, takes
 * longer than deleting the few rows of a test.
 */
const EMPTY_ALL = `do $$ declare one regclass; begin
  for one in
    select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'bridge_migrations' order by oid desc
  loop
    execute 'delete from ' || one;
  end loop;
end $$`;

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
export function createEmptyDatabase(): Promise<EmptyDatabase> {
  return createDatabase(`template0 encoding 'UTF8'`);
}

/**
 * The same with the schema there already, where creating it is not the point: on our own server a copy of one that has it,
 * in a third of the time.
 */
export function createMigratedDatabase(): Promise<EmptyDatabase> {
  return process.env.TEST_DATABASE_URL === undefined ? createDatabase(MIGRATED) : createEmptyDatabase();
}

async function createDatabase(template: string): Promise<EmptyDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL ?? (await sharedServer()).url;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(serverUrl, `create database ${name} template ${template}`);
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
  const folder = process.env.TEST_RUN_FOLDER;
  if (folder === undefined) throw new Error('only the workers of a test run share a server');
  const file = join(folder, SERVER_FILE);
  const failed = `${file}.failed`;
  try {
    mkdirSync(join(folder, 'starting'));
  } catch {
    while (!existsSync(file)) {
      if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'));
      await setTimeout(50);
    }
    return JSON.parse(readFileSync(file, 'utf8'));
  }
  try {
    return await startShared(file);
  } catch (error) {
    // Else all others would wait until each of their tests runs out of time.
    writeFileSync(failed, `the server of the test run did not start: ${String(error)}`);
    throw error;
  }
}

async function startShared(file: string): Promise<SharedServer> {
  const { urlOf, data } = await startPostgresServer();
  await execute(urlOf('postgres'), `create database ${MIGRATED} template template0 encoding 'UTF8'`);
  const { createPostgresStore } = await import('./inner/store.ts');
  await (await createPostgresStore({ url: urlOf(MIGRATED) })).close();
  const server: SharedServer = { url: urlOf('postgres'), data };
  // Whole or not there, since others look for it.
  writeFileSync(`${file}.new`, JSON.stringify(server));
  renameSync(`${file}.new`, file);
  return server;
}
