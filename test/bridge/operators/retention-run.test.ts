/** When old rows are deleted, and in which parts: the loop alone, on a store of its own. */
import { beforeEach, expect, test } from 'vitest';
import { createRetention } from '../../../src/bridge/loops/retention.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Expiry, Swept } from '../../../src/store/store.ts';
import { anInstance, aStep, DEFINITION, NOON } from '../../store/rows.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let now: number;
beforeEach(() => {
  now = NOON;
});

/** Runs beside no bridge, on a store of its own that tells what is called. */
async function createRun(instances: number) {
  const store = await openStore('sqlite::memory:');
  await store.putDefinitions([DEFINITION]);
  for (let index = 0; index < instances; index += 1) {
    const over = anInstance(`i-${index}`, { status: 'ended', endedAt: NOON });
    await store.commitStep(aStep({ instance: over, history: [{ at: NOON, type: 'instance.ended', data: {} }] }));
  }
  const calls: Swept[] = [];
  const told: unknown[] = [];
  const afterCall: { do: () => void } = { do: () => undefined };
  const deleteExpired = async (expiry: Expiry) => {
    const swept = await store.deleteExpired(expiry);
    calls.push(swept);
    afterCall.do();
    return swept;
  };
  const run = createRetention(
    { store: { deleteExpired }, clock: () => now, log: (event, fields) => void told.push([event, fields]) },
    { instanceDays: 90, statusDays: 400 },
    rethrow,
  );
  return { run, calls, told, afterCall, [Symbol.asyncDispose]: () => run.stop().then(() => store.close()) };
}
const rethrow = (error: unknown) => {
  throw error;
};

test('goes through everything in small parts, with the entry of the deployment, and says what it did', async () => {
  await using held = await createRun(45);
  held.run.start();
  now += 91 * DAY_MS;
  held.run.wake();
  await held.run.idle();
  expect(held.calls.map(({ deleted }) => deleted)).toEqual([20, 20, 5, 0, 0, 1, 0]);
  expect(held.told).toEqual([['retention.deleted', { rows: 46 }]]);
});

test('ends with the part under way when it is stopped, and pauses no longer', async () => {
  await using held = await createRun(45);
  let stopped: Promise<void> | undefined;
  held.afterCall.do = () => {
    stopped ??= held.run.stop();
  };
  held.run.start();
  now += 91 * DAY_MS;
  held.run.wake();
  await held.run.idle();
  await stopped;
  expect(held.calls).toMatchObject([{ deleted: 20 }]);
  expect(held.calls[0]?.next).not.toBeNull();
});

test('comes a minute after the start, then every hour, also when the clock was set back', async () => {
  await using held = await createRun(0);
  const look = async (ms: number) => {
    now += ms;
    held.run.wake();
    await held.run.idle();
    const runs = held.calls.length / 4;
    held.calls.length = 0;
    return runs;
  };
  held.run.start();
  expect(await look(0)).toBe(0);
  expect(await look(MINUTE_MS - 1)).toBe(0);
  expect(await look(1)).toBe(1);
  expect(await look(HOUR_MS - 1)).toBe(0);
  expect(await look(1)).toBe(1);
  expect(await look(-1_000 * DAY_MS)).toBe(0);
  expect(await look(HOUR_MS - 1)).toBe(0);
  expect(await look(1)).toBe(1);
});
