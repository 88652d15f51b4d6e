/** What stops working for a while is said once when it begins, and once when it is over. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { startFlakyProxy } from '../../support/flaky-proxy.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const ONE = processFile([start(), userTask('a', { assignee: 'anna' }), end()], 'start > a > end', { id: 'one' });

let world: World;
let proxy: Awaited<ReturnType<typeof startFlakyProxy>>;
beforeEach(async () => {
  proxy = await startFlakyProxy();
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

const lines = (about: string) =>
  world.log.filter(({ fields }) => String(fields.event).startsWith(about)).map(({ fields }) => fields);

test('a center that refuses every call, and then takes them again', async () => {
  world = await createWorld({
    bridge: {
      center: {
        baseUrl: `${proxy.origin}/center`,
        authUrl: `${proxy.origin}/auth`,
        clientId: 'approvals-client',
        clientSecret: 'approvals-secret',
        appId: 'approvals',
      },
      outbox: { retryMinMs: 1, retryMaxMs: 1 },
    },
  });
  proxy.target = new URL(world.sandbox.baseUrl).origin;
  let refusals = 0;
  proxy.meddle = async (call) => {
    if (!call.path.endsWith('/taskHandle') || refusals === 4) return call.forward();
    refusals += 1;
    return { status: 500, headers: {}, body: '' };
  };
  await world.bridge.deploy(ONE);
  await world.bridge.start('one', { initiator: 'anna' });
  await vi.waitFor(() => expect(world.pending()).toEqual(['anna:a']), { timeout: 20_000 });
  await vi.waitFor(() => expect(lines('center.')).toHaveLength(2));
  expect(lines('center.')).toEqual([
    { event: 'center.failing', calls: 'reports', refused: false, reason: expect.stringContaining('500') },
    { event: 'center.recovered', calls: 'reports', lastedMs: expect.any(Number) },
  ]);
  expect(refusals).toBe(4);
});

test('a report on which the center fails is told once, and is no outage of the center', async () => {
  world = await createWorld({
    bridge: {
      center: {
        baseUrl: `${proxy.origin}/center`,
        authUrl: `${proxy.origin}/auth`,
        clientId: 'approvals-client',
        clientSecret: 'approvals-secret',
        appId: 'approvals',
      },
      outbox: { retryMinMs: 1, retryMaxMs: 1 },
    },
  });
  proxy.target = new URL(world.sandbox.baseUrl).origin;
  let poison = '';
  let failures = 0;
  proxy.meddle = async (call) => {
    if (!call.path.endsWith('/taskHandle') || !call.body.includes(poison)) return call.forward();
    failures += 1;
    return { status: 500, headers: {}, body: '' };
  };
  await world.bridge.deploy(ONE);
  ({ instanceId: poison } = await world.bridge.start('one', { initiator: 'anna', startKey: 'poison' }));
  const startOther = async () => {
    await world.bridge.start('one', { initiator: 'anna' });
    const before = failures;
    await vi.waitFor(() => expect(failures).toBeGreaterThan(before), { timeout: 20_000 });
  };
  while (lines('report.failing').length === 0) await startOther();
  const outages = lines('center.').length;
  for (let count = 0; count < 3; count += 1) await startOther();
  expect(lines('center.')).toHaveLength(outages);
  expect(lines('report.failing')).toMatchObject([{ instanceId: poison, reason: expect.stringContaining('500') }]);
  expect((await world.bridge.health()).problems).toEqual([]);
});

test('a database that cannot be used, and then can', async () => {
  using file = createDatabaseFile();
  world = await createWorld({ bridge: { store: file.store } });
  file.run('alter table outbox rename to elsewhere');
  await vi.waitFor(() => expect(lines('store.')).toHaveLength(1), { timeout: 20_000 });
  file.run('alter table elsewhere rename to outbox');
  await vi.waitFor(() => expect(lines('store.')).toHaveLength(2), { timeout: 20_000 });
  expect(lines('store.')).toEqual([
    { event: 'store.failing', reason: expect.stringMatching(/^ERR_STORE_/) },
    { event: 'store.recovered', lastedMs: expect.any(Number) },
  ]);
  await world.bridge.deploy(ONE);
});
