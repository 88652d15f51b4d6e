import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { type CrashDatabase, createPostgresDatabase, createSqliteDatabase } from './crash-database.ts';

export type StoreName = 'sqlite' | 'postgres';

/** Machines on one database: an embedded one has one process at a time. */
export const MACHINES: Readonly<Record<StoreName, number>> = { sqlite: 1, postgres: 3 };

/** Databases of one kind, on a server of their own or that of `TEST_DATABASE_URL`. */
export interface CrashDatabases extends AsyncDisposable {
  create(): Promise<CrashDatabase>;
}

export async function createDatabases(store: StoreName): Promise<CrashDatabases> {
  if (store === 'sqlite') {
    return { create: async () => createSqliteDatabase(), [Symbol.asyncDispose]: async () => undefined };
  }
  const given = process.env.TEST_DATABASE_URL;
  const server = given === undefined ? await startPostgresServer() : undefined;
  const url = given ?? server?.urlOf('postgres') ?? '';
  return {
    async create() {
      const name = `crash_${randomUUID().replaceAll('-', '')}`;
      await execute(url, `create database ${name} template template0 encoding 'UTF8'`);
      const ours = new URL(url);
      ours.pathname = name;
      return createPostgresDatabase(ours.href, () => execute(url, `drop database ${name} with (force)`));
    },
    async [Symbol.asyncDispose]() {
      await server?.stop();
    },
  };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
