import { inspect } from 'node:util';
import { Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createConnectionPool } from '../../src/store/postgres/connection-pool.ts';
import { startDatabaseClock } from '../../src/store/postgres/database-clock.ts';
import { BoundedPostgresDialect } from '../../src/store/postgres/dialect.ts';
import { WORKING_LIMITS } from '../../src/store/postgres/time-limits.ts';
import type { Store } from '../../src/store/store.ts';
import { startEndingServer } from '../support/ending-server.ts';
import { freePort } from '../support/free-port.ts';
import { startHalfOpenProxy } from '../support/half-open-proxy.ts';
import { createPostgresStore } from '../support/inner/store.ts';
import { createEmptyDatabase, type EmptyDatabase, execute } from '../support/shared-postgres.ts';
import { aJob, anInstance, aReport, aStep, DEFINITION } from './rows.ts';

const WAIT = { timeout: 30_000 };
const poolOf = (url: string, answerMs: number) => ({
  ...{ url, connections: 10, writes: true },
  limits: { ...WORKING_LIMITS, answerMs },
});
const nameOf = (url: string) => new URL(url).pathname.slice(1);
const portOf = (url: string) => Number(new URL(url).port);

describe('a database on PostgreSQL', () => {
  let database: EmptyDatabase;
  const opened: Store[] = [];

  async function open(url = database.url): Promise<Store> {
    const store = await createPostgresStore({ url });
    opened.push(store);
    return store;
  }

  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
    await database.drop();
  });

  /** A step of another instance each time, with something to deliver. */
  async function commitWork(store: Store, instanceId: string): Promise<void> {
    await store.putDefinitions([DEFINITION]);
    await store.commitStep(aStep({ instance: anInstance(instanceId), reports: [aReport(instanceId)] }));
  }

  it('counts its connections, those that work and those that wait for work', async () => {
    const store = await open(`${database.url}?connections=2`);
    await Promise.all([1, 2, 3].map((number) => store.getInstance(`i-${number}`)));
    await store.countBacklog(0);
    const counts = store.connectionCounts?.();
    expect(counts?.map(({ pool, max }) => [pool, max])).toEqual([
      ['work', 2],
      ['lists', 2],
      ['health', 1],
    ]);
    expect(counts?.map(({ used, waiting }) => used + waiting)).toEqual([0, 0, 0]);
    expect(counts?.[0]?.idle).toBeGreaterThan(0);
    expect(counts?.[2]?.idle).toBe(1);
  });

  it('gets its schema once from nodes that start together', async () => {
    const stores = await Promise.all([1, 2, 3, 4, 5].map(() => open()));
    await commitWork(stores[0] as Store, 'together');
    for (const store of stores) expect(await store.listInstances({})).toHaveLength(1);
    expect(await rowsOf('select name from bridge_migrations')).toEqual([{ name: '0001-first-schema' }]);
  });

  it('gives up what waits for a locked table, also on the server, and answers everything else meanwhile', async () => {
    const store = await open();
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    try {
      await locker.query('begin; lock table tasks in access exclusive mode');
      const waiting = Array.from({ length: 15 }, () => store.getTask('any'));
      const outcomes = Promise.allSettled(waiting);
      // All connections for steps are busy by now, or wait to be.
      expect(await store.countBacklog(0)).toMatchObject({ incidents: 0 });
      expect(await store.listHistory({ instanceId: 'none' })).toEqual([]);
      for (const outcome of await outcomes) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ERR_STORE_UNAVAILABLE' } });
      }
      expect(await rowsOf(`select pid from pg_stat_activity where wait_event_type = 'Lock'`)).toEqual([]);
    } finally {
      await locker.end();
    }
    expect(await store.getTask('any')).toBeUndefined();
  });

  it('answers presses while lists and retention wait', async () => {
    const store = await open();
    const locker = new Client({ connectionString: database.url });
    await locker.connect();
    try {
      await locker.query('begin; lock table history in access exclusive mode');
      const lists = Promise.allSettled(Array.from({ length: 20 }, () => store.listHistory({})));
      for (let read = 0; read < 20; read += 1) expect(await store.getTask('any')).toBeUndefined();
      await locker.query('rollback');
      for (const { status } of await lists) expect(status).toBe('fulfilled');
    } finally {
      await locker.end();
    }
  });

  it('is refused and left as it was when a newer version has migrated it', async () => {
    await execute(database.url, `insert into bridge_migrations values ('0999-from-the-future')`);
    await expect(createPostgresStore(database)).rejects.toMatchObject({
      code: 'ERR_STORE_NEWER',
      message: expect.stringContaining('0999-from-the-future'),
    });
    await execute(database.url, `delete from bridge_migrations where name like '0999%'`);
    await open();
  });

  it.each([
    ['nobody listens', async () => `postgres://me:pa55word@127.0.0.1:${await freePort()}/bridge`],
    [
      'there is no database',
      async () => new URL('/nowhere', database.url).href.replace('//tester', '//tester:pa55word'),
    ],
    [
      'the database takes no connections',
      async () => new URL('/template0', database.url).href.replace('//tester', '//tester:pa55word'),
    ],
  ])('is said to be unavailable, without its password, where %s', async (_where, urlOf) => {
    const error: unknown = await createPostgresStore({ url: await urlOf() }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' });
    expect(inspect(error, { depth: 9 })).not.toContain('pa55word');
  });

  it('says nothing of the rows that it refuses', async () => {
    const store = await open();
    await store.putDefinitions([DEFINITION]);
    const jobsCreated = [aJob('j-1', { instanceId: 'private' })];
    const refused = aStep({ instance: anInstance('refused'), jobsCreated });
    const error: unknown = await store.commitStep(refused).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'ERR_STORE_INVALID', cause: { code: '23503' } });
    expect(inspect(error, { depth: 9 })).not.toContain('private');
  });

  it('says of a role without rights, or without a schema, what to do', async () => {
    const store = await open();
    await execute(
      database.url,
      `create role limited login; grant connect on database ${nameOf(database.url)} to limited`,
    );
    try {
      const url = new URL(database.url);
      url.username = 'limited';
      url.password = '';
      const lacking = { code: 'ERR_STORE_RIGHTS', cause: { code: '42501' } };
      await expect(createPostgresStore({ url: url.href })).rejects.toMatchObject(lacking);
      url.searchParams.set('options', '-c search_path=nowhere');
      await expect(createPostgresStore({ url: url.href })).rejects.toMatchObject({
        code: 'ERR_STORE_RIGHTS',
        cause: { code: '3F000' },
      });
      expect(await store.nextDueAt()).toBeDefined();
    } finally {
      await execute(database.url, 'drop owned by limited; drop role limited');
    }
  });

  it('is worked on again as soon as the server, which had ended every connection, takes new ones', async () => {
    const store = await open();
    await Promise.all([1, 2, 3].map(() => store.nextDueAt()));
    await endConnections();
    await vi.waitFor(() => commitWork(store, 'after the restart'));
    expect(await store.getInstance('after the restart')).toMatchObject({ revision: 1 });
  });

  it('gives a connection up that does not answer, and uses it no more', async () => {
    const pool = createConnectionPool(poolOf(database.url, 200));
    const client = await pool.connect();
    await expect(client.query('select pg_sleep(600)', [])).rejects.toMatchObject({ name: 'ConnectionTrouble' });
    await expect(client.query('select 1', [])).rejects.toMatchObject({ name: 'ConnectionTrouble' });
    client.release();
    const next = await pool.connect();
    expect(await next.query('select 1 as one', [])).toMatchObject({ rows: [{ one: 1 }] });
    next.release();
    await pool.end();
  });

  it('takes a server that ends a connection in the message that opens it for one that is not available', async () => {
    await using server = await startEndingServer();
    const pool = createConnectionPool({
      url: `postgres://tester@127.0.0.1:${server.port}/any`,
      connections: 1,
      limits: WORKING_LIMITS,
      writes: true,
    });
    const client = await pool.connect();
    await expect(client.query('select 1', [])).rejects.toMatchObject({ name: 'ConnectionTrouble' });
    client.release();
    await pool.end();
  });

  it('gives up with a connection that went dead those that are as silent, and asks over new ones', async () => {
    await using way = await startHalfOpenProxy(portOf(database.url));
    const pool = createConnectionPool(poolOf(through(way), 3_000));
    const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
    for (const client of clients) {
      await client.query('select 1', []);
      client.release();
    }
    way.freeze();
    way.heal();
    const dead = await pool.connect();
    await expect(dead.query('select 1', [])).rejects.toMatchObject({ name: 'ConnectionTrouble' });
    dead.release();
    const next = await pool.connect();
    expect(await next.query('select 1 as one', [])).toMatchObject({ rows: [{ one: 1 }] });
    next.release();
    await vi.waitFor(() => expect(way.open).toBe(1));
    await pool.end();
  });

  it('is closed, and its connections with it, where nobody answers any more', async () => {
    await using way = await startHalfOpenProxy(portOf(database.url));
    const store = await createPostgresStore({ url: through(way) });
    await Promise.all([1, 2, 3].map((number) => store.getInstance(`i-${number}`)));
    expect(way.open).toBeGreaterThan(1);
    way.freeze();
    await store.close();
    await vi.waitFor(() => expect(way.open).toBe(0), WAIT);
  });

  it('takes a transaction, and its locks, from a node that stands still in it', async () => {
    const store = await open();
    await commitWork(store, 'held');
    const limits = { ...WORKING_LIMITS, idleMs: 100 };
    const frozen = new Kysely<unknown>({
      dialect: new BoundedPostgresDialect(createConnectionPool(poolOf(database.url, 20_000)), limits),
    });
    const committing = frozen.transaction().execute(async (transaction) => {
      await sql`update instances set revision = 7 where instance_id = 'held'`.execute(transaction);
      // Waits for the row, and so until the server has taken it away.
      expect(await store.commitStep(aStep({ instance: anInstance('held'), baseRevision: 1 }))).toBe('committed');
    });
    await expect(committing).rejects.toMatchObject({ name: 'ConnectionTrouble' });
    expect(await store.getInstance('held')).toMatchObject({ revision: 2 });
    await frozen.destroy();
  });

  it('has a commit on the disk before it is acknowledged, also where the database would not wait for it', async () => {
    await execute(database.url, 'alter role current_user set synchronous_commit = off');
    const pool = createConnectionPool(poolOf(database.url, 20_000));
    const db = new Kysely<unknown>({ dialect: new BoundedPostgresDialect(pool, WORKING_LIMITS) });
    const show = sql<{ waits: string }>`select current_setting('synchronous_commit') as waits`;
    expect((await show.execute(db)).rows).toEqual([{ waits: 'off' }]);
    const { rows } = await db.transaction().execute((transaction) => show.execute(transaction));
    expect(rows).toEqual([{ waits: 'on' }]);
    await db.destroy();
    await execute(database.url, 'alter role current_user reset synchronous_commit');
  });

  function through({ port }: { readonly port: number }): string {
    const url = new URL(database.url);
    url.port = String(port);
    return url.href;
  }

  async function rowsOf(statement: string): Promise<unknown[]> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async function endConnections(): Promise<void> {
    await rowsOf(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    `);
  }
});

it('goes by the clock of the database, whatever that of the machine says', async () => {
  const noon = 1_000_000;
  const clock = await startDatabaseClock(async () => noon);
  const before = clock.now();
  expect(before).toBeGreaterThanOrEqual(noon);
  expect(before).toBeLessThan(Date.now() / 2);
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  clock.stop();
});
