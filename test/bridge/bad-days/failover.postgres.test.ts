/** A failover: an address that leads to a hot standby for a while, which answers every question and takes nothing. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { type HalfOpenProxy, startHalfOpenProxy } from '../../support/half-open-proxy.ts';
import { startPgbouncer } from '../../support/pgbouncer.ts';
import { type PostgresServer, startPostgresServer } from '../../support/postgres-server.ts';
import { execute } from '../../support/shared-postgres.ts';
import { createWorld, type World } from '../world.ts';

const PATIENCE = { timeout: 10_000, interval: 100 };
const TASKS = 20;

let primary: PostgresServer;
let standby: PostgresServer;
let way: HalfOpenProxy;

beforeAll(async () => {
  primary = await startPostgresServer();
  for (const name of ['direct', 'pooled']) {
    await execute(primary.urlOf('postgres'), `create database ${name} template template0 encoding 'UTF8'`);
  }
  standby = await primary.startStandby();
  way = await startHalfOpenProxy(primary.port);
});
afterAll(async () => {
  await way?.[Symbol.asyncDispose]();
  await standby?.stop();
  await primary?.stop();
});

const xml = processFile([start(), userTask('check', { assignee: 'bo' }), end()], 'start > check > end', {
  id: 'plain',
});
const press = (world: World, taskId: string) =>
  world.sandbox.press(taskId, { action: 'Handle', account: 'bo', opinions: 'fine' });
const lastEventOf = ({ log }: World) =>
  log.map(({ fields }) => fields.event).findLast((event) => event === 'store.failing' || event === 'store.recovered');

async function untilUnavailable(world: World): Promise<void> {
  await vi.waitFor(async () => {
    expect(await world.bridge.health()).toMatchObject({
      ok: false,
      storeReachable: false,
      problems: [expect.stringContaining('only reads')],
    });
    expect(lastEventOf(world)).toBe('store.failing');
  }, PATIENCE);
}

async function untilRecovered(world: World): Promise<void> {
  await vi.waitFor(async () => {
    expect(await world.bridge.health()).toMatchObject({ ok: true, problems: [] });
    expect(lastEventOf(world)).toBe('store.recovered');
  }, PATIENCE);
}

it.each([
  [' behind PgBouncer', 'pooled', async () => way.turnTo(primary.port)],
  ['', 'direct', () => standby.promote()],
])(
  'is unavailable while its address leads to a server that only reads, and goes on at a primary%s',
  async (_how, name, mend) => {
    way.turnTo(primary.port);
    const url = `postgres://tester@127.0.0.1:${way.port}/${name}`;
    const pooler = name === 'pooled' ? await startPgbouncer(url) : undefined;
    const store = pooler?.urlOf(url) ?? url;
    {
      await using world = await createWorld({ bridge: { store } });
      await world.begin(xml);
      for (let started = 1; started < TASKS; started += 1) await world.bridge.start('plain', { initiator: 'anna' });
      await world.bridge.idle();
      const taskIds = world.sandbox.pending('bo').map(({ taskId }) => taskId);
      expect(taskIds).toHaveLength(TASKS);

      // Quiet: nobody asks anything of the bridge but its own polls.
      way.turnTo(standby.port);
      await untilUnavailable(world);
      way.turnTo(primary.port);
      await untilRecovered(world);

      // Busy: people press all the time.
      way.turnTo(standby.port);
      const refused = await Promise.all(taskIds.map((taskId) => press(world, taskId)));
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
      const reasons = world.log
        .filter(({ fields }) => fields.event === 'callback.failed')
        .map(({ fields }) => fields.code);
      expect(new Set(reasons)).toEqual(new Set(['ERR_STORE_UNAVAILABLE']));
      await untilUnavailable(world);
      await mend();
      await untilRecovered(world);
      for (const taskId of taskIds) expect(await press(world, taskId)).toMatchObject({ body: { code: 0 } });
    }
    await pooler?.stop();
  },
);
