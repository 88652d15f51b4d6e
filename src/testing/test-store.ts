import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../errors.ts';

/** An empty database for one test. */
export interface TestStore {
  readonly url: string;
  readonly remove: () => Promise<void>;
}

/**
 * Creates an empty database: a SQLite file, or a schema of a PostgreSQL database, which the bridge creates.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the URL is not of PostgreSQL, or names a schema
 */
export async function createTestStore(given: string | undefined): Promise<TestStore> {
  if (given !== undefined) return createSchema(given);
  const folder = await mkdtemp(join(tmpdir(), 'process-test-'));
  return {
    url: `sqlite:${join(folder, 'bridge.db')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function createSchema(given: string): TestStore {
  const url = /^postgres(?:ql)?:/.test(given) && URL.canParse(given) ? new URL(given) : undefined;
  // What is dropped at the end must be of the test. The message has no URL, because that may contain a password.
  if (url === undefined || url.searchParams.has('schema')) {
    const text =
      'store: must be postgres://<user>:<password>@<host>/<database>, without a schema: each test gets one of its own';
    throw new InputError('ERR_CONFIG_INVALID', text, { details: { path: 'store' } });
  }
  const schema = `process_test_${randomUUID().replaceAll('-', '')}`;
  url.searchParams.set('schema', schema);
  return { url: url.href, remove: () => dropSchema(given, schema) };
}

async function dropSchema(url: string, schema: string): Promise<void> {
  // Without the driver, the bridge could not open the database either.
  const driver = await import('pg').catch(() => undefined);
  if (driver === undefined) return;
  const params = new URL(url);
  params.searchParams.delete('connections');
  const client = new driver.default.Client({ connectionString: params.href });
  await client.connect();
  try {
    await client.query(`drop schema if exists ${schema} cascade`);
  } finally {
    await client.end();
  }
}
