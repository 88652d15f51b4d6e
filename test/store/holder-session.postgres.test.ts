import { Client } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { createWorld } from '../bridge/world.ts';
import { startHalfOpenProxy } from '../support/half-open-proxy.ts';
import { createPostgresStore } from '../support/inner/store.ts';
import { startPgbouncer } from '../support/pgbouncer.ts';
import { createEmptyDatabase, type EmptyDatabase, execute } from '../support/shared-postgres.ts';
import { aJob, aMessage, anInstance, aReport, aStep, DEFINITION, NOON } from './rows.ts';
import { type Child, startChild } from './start-child.ts';

const WITHIN = { timeout: 120_000 };
const SOON = { timeout: 60_000, interval: 50 };

let database: EmptyDatabase;
let store: Store;
let admin: Client;
const children: Child[] = [];

beforeEach(async () => {
  database = await createEmptyDatabase();
  store = await createPostgresStore({ url: database.url });
  admin = new Client({ connectionString: database.url });
  await admin.connect();
  await store.putDefinitions([DEFINITION]);
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  await Promise.all([store.close(), admin.end()]);
  await database.drop();
});

/** A process that holds a report, a job, a message, a wake-up and a timer start of this name, for an hour by its leases. */
async function startHolder(name: string, ...owner: string[]): Promise<Child> {
  const timerStarts = [{ startNodeId: 'daily', dueAt: NOON, left: null }];
  await store.putDefinitions([{ ...DEFINITION, definitionId: name, processId: name, timerStarts }]);
  const jobsCreated = [aJob(`job of ${name}`, { instanceId: name })];
  await store.commitStep(
    aStep({ instance: anInstance(name, { wakeAt: NOON }), jobsCreated, reports: [aReport(name)] }),
  );
  await store.putMessage(aMessage(name));
  const child = await startChild(new URL('hold-store.child.ts', import.meta.url), database.url, ...owner);
  children.push(child);
  expect(await child.nextLine()).toBe('holding 5');
  return child;
}

async function holdersOf(name: string): Promise<(string | null)[]> {
  const { rows } = await admin.query<{ owner: string | null }>(
    `select wake_owner as owner from instances where instance_id = $1
     union all select lease_owner from jobs where instance_id = $1
     union all select lease_owner from outbox where instance_id = $1
     union all select lease_owner from messages where send_id = $1
     union all select lease_owner from timer_starts where process_id = $1`,
    [name],
  );
  return rows.map(({ owner }) => owner);
}

const FREE = [null, null, null, null, null];
const untilFree = (name: string) => vi.waitFor(async () => expect(await holdersOf(name)).toEqual(FREE), SOON);

/** The processes of the server that have a session of this holder. */
async function sessionsOf(holder: string | null | undefined): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted
     and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0)`,
    [holder],
  );
  return rows.map(({ pid }) => pid);
}

it('releases what a killed process held: a report, a job, a message, a wake-up and a timer start', WITHIN, async () => {
  const child = await startHolder('killed');
  await child.kill();
  await untilFree('killed');
  const lease = { now: NOON, limit: 10, leaseMs: 60_000, owner: 'heir' };
  expect(await store.leaseOutbox(lease)).toMatchObject([{ repeat: true, attempts: 2 }]);
  expect(await store.leaseJobs(lease)).toMatchObject([{ jobId: 'job of killed', attempts: 2, begun: 1 }]);
  expect(await store.leaseMessages(lease)).toMatchObject([{ sendId: 'killed', attempts: 2 }]);
  expect(await store.leaseTimerStarts(lease)).toMatchObject([{ processId: 'killed', attempts: 2 }]);
  expect(await store.leaseWakeUps(lease)).toMatchObject([{ instanceId: 'killed' }]);
});

it('takes nobody for dead that stands still, loses its session, or has none', WITHIN, async () => {
  const frozen = await startHolder('frozen');
  await frozen.freeze();
  await startHolder('cut');
  const ofOlderVersion = await startHolder('older', 'a holder without a session');
  const killed = await startHolder('killed');
  const [cut] = await holdersOf('cut');
  const [session] = await sessionsOf(cut);
  await admin.query('select pg_terminate_backend($1)', [session]);
  await ofOlderVersion.kill();
  await killed.kill();
  await untilFree('killed');
  for (const name of ['frozen', 'cut', 'older']) expect(await holdersOf(name)).not.toContain(null);
  const again = await sessionsOf(cut);
  expect(again).toHaveLength(1);
  expect(again).not.toEqual([session]);
});

/** Whether the server takes new connections to the database. */
async function allowConnections(allowed: boolean): Promise<void> {
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  // No connection may refuse its own database.
  url.pathname = 'postgres';
  await execute(url.href, `alter database ${name} allow_connections ${allowed}`);
}

it(
  'takes nobody for dead whom the server refuses another session, as a connection of its pool has the lock',
  WITHIN,
  async () => {
    await startHolder('refused');
    const killed = await startHolder('killed');
    const [refused] = await holdersOf('refused');
    const [session] = await sessionsOf(refused);
    await allowConnections(false);
    await admin.query('select pg_terminate_backend($1)', [session]);
    await vi.waitFor(async () => expect(await sessionsOf(refused)).toEqual([expect.not.closeTo(session ?? 0)]), SOON);
    const [inPool] = await sessionsOf(refused);
    await killed.kill();
    await untilFree('killed');
    expect(await holdersOf('refused')).not.toContain(null);
    await allowConnections(true);
    await vi.waitFor(async () => expect(await sessionsOf(refused)).toHaveLength(2), SOON);
    expect(await sessionsOf(refused)).toContain(inPool);
  },
);

it(
  'says once that the server refuses another session, in the log and in health(), and when there is one',
  WITHIN,
  async () => {
    await using world = await createWorld({ bridge: { store: database.url } });
    const logged = () =>
      world.log.filter(({ fields }) => String(fields.event).startsWith('store.session')).map(({ fields }) => fields);
    const problems = async () => (await world.bridge.health()).problems;
    expect(await problems()).toEqual([]);
    await allowConnections(false);
    await admin.query(`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
    await vi.waitFor(async () => expect(await problems()).toEqual([expect.stringMatching(/max_connections/)]), SOON);
    const refused = { event: 'store.session-refused', code: 'ERR_STORE_UNAVAILABLE' };
    expect(logged()).toEqual([{ ...refused, reason: expect.stringMatching(/takes no connections at the moment/) }]);
    await allowConnections(true);
    await vi.waitFor(async () => expect(await problems()).toEqual([]), SOON);
    expect(logged()).toMatchObject([refused, { event: 'store.session-opened', lastedMs: expect.any(Number) }]);
  },
);

it('leaves a session that does not answer only once it has another one', WITHIN, async () => {
  const url = new URL(database.url);
  await using proxy = await startHalfOpenProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  const cut = await createPostgresStore({ url: url.href });
  const [session] = await sessionsOf(cut.holder);
  // The server still holds the lock of the connection that is broken.
  proxy.freeze();
  proxy.heal();
  await vi.waitFor(async () => expect(await sessionsOf(cut.holder)).toHaveLength(2), SOON);
  expect(await sessionsOf(cut.holder)).toContain(session);
  await cut.close();
});

it.each([
  ['refuses parameters of a connection', []],
  ['ignores parameters of a connection', ['statement_timeout', 'lock_timeout']],
])('has no session behind a pooler that %s, because its clients share sessions', async (_name, ignored) => {
  expect(await sessionsOf(store.holder)).toHaveLength(1);
  const pooler = await startPgbouncer(database.url, ...ignored);
  const pooled = await createPostgresStore({ url: pooler.urlOf(database.url) });
  expect(pooled.holder).toBeUndefined();
  await pooled.close();
  await pooler.stop();
});

it('has a session only where rows are leased, and ends it when it is closed', async () => {
  expect((await createPostgresStore({ url: database.url, access: 'read' })).holder).toBeUndefined();
  const other = await createPostgresStore({ url: database.url });
  const { holder } = other;
  await other.close();
  await vi.waitFor(async () => expect(await sessionsOf(holder)).toEqual([]), SOON);
});
