/** What becomes of a call whose process ended each time. Processes that end are in `test/attacks`; here only their leases are left. */
import { expect, test } from 'vitest';
import type { ServiceFunction } from '../../../src/index.ts';
import { end, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { createSqliteStore } from '../../support/inner/store.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';

const xml = processFile(
  [start(), serviceTask('book', { service: 'book' }), userTask('check', { assignee: 'bo' }), end()],
  'start > book > check > end',
);

/** Its first calls are aborted by the bridge that is closed. */
function createBooking() {
  let calls = 0;
  let isMended = false;
  const book: ServiceFunction = async ({ signal }) => {
    calls += 1;
    if (!isMended) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    return {};
  };
  return {
    book,
    calls: () => calls,
    mend() {
      isMended = true;
    },
  };
}

/** A process that takes the job, and ends in its call. */
async function die(path: string): Promise<void> {
  const store = await createSqliteStore({ path });
  const [job] = await store.leaseJobs({ now: Date.now(), limit: 1, leaseMs: 60_000, owner: 'the dead' });
  if (job === undefined) throw new Error('nothing is due');
  if (job.begun === 2) await store.beginJob(job);
  await store.close();
}

async function openWorld({ store }: { readonly store: string }) {
  const booking = createBooking();
  const world = await createWorld({
    bridge: { store, services: { book: booking.book }, defaults: { systemHandler: 'system' } },
  });
  await world.bridge.deploy(xml);
  await world.bridge.start('process', { initiator: 'anna' });
  await expect.poll(booking.calls).toBe(1);
  return { world, booking };
}

test('is not repeated after three processes, until an operator retries it', async () => {
  using file = createDatabaseFile();
  const { world, booking } = await openWorld(file);
  await using _world = world;
  await world.bridge.close();
  for (let deaths = 0; deaths < 3; deaths += 1) await die(file.path);
  await world.reopen();
  await world.bridge.idle();
  const [incident] = await world.bridge.incidents.list({ open: true });
  expect(incident).toMatchObject({ kind: 'job', code: 'ERR_JOB_NEVER_RETURNED' });
  expect(incident?.reason).toContain('3 calls of the service book did not come back');
  expect(booking.calls()).toBe(1);

  // The operator's attempt is one, which ends its process too.
  await world.bridge.incidents.retry(incident?.incidentId ?? '');
  await expect.poll(booking.calls).toBe(2);
  await world.bridge.close();
  await die(file.path);
  booking.mend();
  await world.reopen();
  await world.bridge.idle();
  const [again] = await world.bridge.incidents.list({ open: true });
  expect(again).toMatchObject({ kind: 'job', code: 'ERR_JOB_NEVER_RETURNED' });
  expect(booking.calls()).toBe(2);

  await world.bridge.incidents.retry(again?.incidentId ?? '');
  await world.bridge.idle();
  expect(booking.calls()).toBe(3);
  expect(await world.bridge.incidents.list({ open: true })).toEqual([]);
  expect(world.pending()).toEqual(['bo:check']);
});

test('is repeated as often as bridges are closed in order while it runs', async () => {
  using file = createDatabaseFile();
  const { world, booking } = await openWorld(file);
  await using _world = world;
  for (let calls = 2; calls <= 6; calls += 1) {
    await world.reopen();
    await expect.poll(booking.calls).toBe(calls);
  }
  booking.mend();
  await world.reopen();
  await world.bridge.idle();
  expect(world.pending()).toEqual(['bo:check']);
});

test('is made once more after two processes that ended, and counts as no failure when it answers', async () => {
  using file = createDatabaseFile();
  const { world, booking } = await openWorld(file);
  await using _world = world;
  await world.bridge.close();
  for (let deaths = 0; deaths < 2; deaths += 1) await die(file.path);
  booking.mend();
  await world.reopen();
  await world.bridge.idle();
  expect(world.pending()).toEqual(['bo:check']);
  expect(await world.bridge.incidents.list({})).toEqual([]);
});
