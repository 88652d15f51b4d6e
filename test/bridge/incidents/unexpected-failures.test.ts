/** What passes by no retry: a stored state that does not fit its diagram. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { catchEvent, end, processFile, serviceTask, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const TIME = '2026-03-01 10:00:00';
let file: DatabaseFile;
let world: World;
let calls = 0;
let release: () => void = () => {};

beforeEach(async () => {
  calls = 0;
  file = createDatabaseFile();
  world = await createWorld({
    bridge: {
      store: file.store,
      jobs: { maxAttempts: 5 },
      services: {
        book: async () => {
          calls += 1;
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return {};
        },
      },
    },
  });
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

const breakSnapshots = () =>
  file.run(
    `update instances set snapshot = json_set(snapshot, '$.net.tokens', json('{"7":{"scope":"99","node":"a"}}'))`,
  );
const logged = () => world.log.filter(({ level }) => level === 'error');

it('a press is answered as a failure, never as "try again", stands as an incident and logs the stack', async () => {
  const { instanceId } = await world.begin(
    processFile([start(), userTask('a', { assignee: 'anna' }), end()], 'start > a > end'),
  );
  const kept = file.dump().instances;
  breakSnapshots();
  const press = { action: 'Handle', account: 'anna', uuid: 'one-press', time: TIME, raw: true };
  const taskId = world.taskOf('anna', 'a');

  expect(await world.sandbox.press(taskId, press)).toMatchObject({
    status: 200,
    body: { code: 500, data: { verdict: 'failed' }, message: expect.stringContaining('is inconsistent') },
  });
  expect(await world.bridge.incidents.list({ open: true })).toMatchObject([
    { instanceId, kind: 'press', code: 'ERR_SNAPSHOT_INVALID' },
  ]);
  expect((await world.bridge.health()).problems).toEqual([expect.stringContaining('Incidents: 1')]);
  expect(logged()).toMatchObject([
    { fields: { event: 'incident.raised', code: 'ERR_SNAPSHOT_INVALID', cause: expect.stringMatching(/^NetError/) } },
  ]);

  const [row] = kept ?? [];
  file.run(`update instances set snapshot = '${String(row?.snapshot).replaceAll("'", "''")}'`);
  expect(await world.sandbox.press(taskId, press)).toMatchObject({ body: { code: 0 } });
  expect(await world.bridge.incidents.list({ open: true })).toEqual([]);
});

it('a service is not called again for a step behind it that fails so', async () => {
  await world.bridge.deploy(
    processFile([start(), serviceTask('book', { service: 'book' }), end()], 'start > book > end'),
  );
  await world.bridge.start('process', { initiator: 'anna' });
  await expect.poll(() => calls).toBe(1);
  breakSnapshots();
  release();
  await world.bridge.idle();
  expect(calls).toBe(1);
  expect(await world.bridge.incidents.list({ open: true })).toMatchObject([
    { kind: 'job', code: 'ERR_SNAPSHOT_INVALID' },
  ]);
});

it('a timer stands as an incident, and other instances go on', async () => {
  let now = Date.UTC(2026, 4, 4);
  await world.reopen({ clock: () => now });
  await world.begin(
    draw({
      people: { a: 'anna' },
      parallel: 'fork',
      others: [catchEvent('wait', timer('PT1H')), end('late')],
      paths: 'start > fork > wait > a > end; fork > late',
    }),
  );
  breakSnapshots();
  const sound = await world.bridge.start('process', { initiator: 'anna' });
  now += 3_600_000;
  await expect.poll(async () => (await world.bridge.incidents.list({ open: true })).length).toBe(1);
  await expect.poll(async () => (await world.bridge.tasks.list({ instanceId: sound.instanceId })).length).toBe(1);
  expect(await world.bridge.incidents.list({ open: true })).toMatchObject([
    { kind: 'wake', code: 'ERR_SNAPSHOT_INVALID' },
  ]);
});

it('a definition that is damaged in the database is an incident, not a failure that passes', async () => {
  await world.begin(processFile([start(), userTask('a', { assignee: 'anna' }), end()], 'start > a > end'));
  const taskId = world.taskOf('anna', 'a');
  file.run(`update definitions set xml = xml || ' '`);
  await world.reopen();
  const press = { action: 'Handle', account: 'anna', uuid: 'one-press', time: TIME, raw: true };
  expect(await world.sandbox.press(taskId, press)).toMatchObject({ status: 200, body: { code: 500 } });
  expect(await world.bridge.incidents.list({ open: true })).toMatchObject([
    { kind: 'press', code: 'ERR_STORE_INVALID' },
  ]);
});
