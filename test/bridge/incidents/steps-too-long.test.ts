/** One instance whose step never ends by itself, and what becomes of it and of the others. */
import { expect, test } from 'vitest';
import { catchEvent, end, exclusive, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';

const HOUR = 3_600_000;
/** A function of the host that comes back only for small numbers. */
const ENDLESS = '[${settles(n)}]';
const expressions = {
  functions: {
    settles(n: number): boolean {
      while (n > 1_000);
      return true;
    },
  },
};
const check = userTask('check', { assignee: 'bo' });

const xml = processFile(
  [start(), catchEvent('later', timer('PT1H')), exclusive('which'), check, end()],
  `start > later > which; which >${ENDLESS} check > end; which >* end`,
);

test('is set aside after three attempts, also over a restart, while others go on; an operator tries it again', async () => {
  using file = createDatabaseFile();
  let now = Date.UTC(2026, 4, 4, 4);
  await using world = await createWorld({
    bridge: {
      store: file.store,
      clock: () => now,
      limits: { stepMs: 1_000 },
      expressions,
      defaults: { systemHandler: 'system' },
    },
  });
  await world.bridge.deploy(xml);
  const { instanceId: stuck } = await world.bridge.start('process', { initiator: 'anna', variables: { n: 1e9 } });
  const openIncidents = () => world.bridge.incidents.list({ open: true });
  const attempts = async () => (await openIncidents())[0]?.count;
  for (let hour = 1; hour <= 3; hour += 1) {
    now += HOUR;
    await world.reopen();
    await expect.poll(attempts, { timeout: 60_000 }).toBe(hour);
    await world.bridge.idle();
  }
  expect(await openIncidents()).toMatchObject([
    { instanceId: stuck, kind: 'wake', code: 'ERR_STEP_TOO_LONG', count: 3 },
  ]);

  const { instanceId: other } = await world.bridge.start('process', { initiator: 'anna', variables: { n: 3 } });
  await world.bridge.idle();
  now += 2 * HOUR;
  await world.reopen();
  await expect.poll(() => world.pending(), { timeout: 60_000 }).toEqual(['bo:check']);
  await world.bridge.idle();
  expect(await attempts()).toBe(3);
  expect(await world.bridge.tasks.list({ instanceId: other })).toHaveLength(1);

  await world.bridge.setVariables(stuck, { n: 2 });
  await world.bridge.incidents.retry((await openIncidents())[0]?.incidentId ?? '');
  await world.bridge.idle();
  expect(await openIncidents()).toEqual([]);
  expect(world.pending()).toEqual(['bo:check', 'bo:check']);
});

test('can be ended', async () => {
  let now = Date.UTC(2026, 4, 4, 4);
  await using world = await createWorld({
    bridge: { clock: () => now, limits: { stepMs: 1_000 }, expressions, defaults: { systemHandler: 'system' } },
  });
  const { instanceId } = await world.begin(xml, { variables: { n: 1e9 } });
  now += HOUR;
  expect(await world.bridge.terminate(instanceId)).toMatchObject({ kind: 'applied' });
  expect((await world.bridge.instances.get(instanceId))?.status).toBe('terminated');
});
