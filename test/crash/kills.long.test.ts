import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { judgeCenter } from './judge/judge-center.ts';
import { judgeStore } from './judge/judge-store.ts';
import { createSqliteDatabase } from './world/crash-database.ts';
import { endCrashMachines } from './world/crash-machine.ts';
import { type CrashWorld, createCrashWorld } from './world/crash-world.ts';

/** Far less than the minute that a lease of the dead would last. */
const SOON = { timeout: 15_000, interval: 10 };
const LEAVE = { initiator: 'anna', variables: { manager: 'bo', days: 1 }, startKey: 'leave' };
const PURCHASE = { initiator: 'anna', variables: { signers: ['chen'] }, startKey: 'purchase' };

let world: CrashWorld;
beforeEach(async () => {
  world = await createCrashWorld({ database: createSqliteDatabase() });
});
afterEach(() => world[Symbol.asyncDispose]());
afterAll(endCrashMachines);

const untilPending = (...entries: string[]) => vi.waitFor(() => expect(world.view.pending()).toEqual(entries), SOON);
const untilConcluded = () =>
  vi.waitFor(async () => {
    expect(world.sandbox.transactions().every(({ conclusions }) => conclusions.length > 0)).toBe(true);
    const { outbox = [], messages = [] } = await world.database.dump();
    expect([...outbox, ...messages].filter(({ state }) => state === 'pending')).toEqual([]);
  }, SOON);

async function judge(): Promise<void> {
  expect([...judgeCenter(world.sandbox), ...judgeStore(world, await world.database.dump())]).toEqual([]);
}

async function press(account: string, nodeId: string, label = 'Handle'): Promise<void> {
  const { code } = await world.press(world.view.taskOf(account, nodeId), { action: label, account });
  expect(code).toBe(0);
}

/** A report that arrived twice counts once. */
const reportsOnce = () => world.view.reports().filter((report, index, all) => report !== all[index - 1]);

/** Holds every report of the bridge for ever; resolves when the first is there. */
function holdReports(when: 'before its work' | 'after its work'): Promise<void> {
  return new Promise((resolve) => {
    world.toCenter.meddle = async (call) => {
      if (!call.path.endsWith('/taskHandle')) return call.forward();
      if (when === 'after its work') await call.forward();
      resolve();
      return new Promise(() => undefined);
    };
  });
}

function letReportsThrough(): void {
  world.toCenter.meddle = (call) => call.forward();
}

it('killed between presses, it goes on where it was', async () => {
  await world.boot();
  await world.start('leave-approval', LEAVE);
  await untilPending('anna:apply');
  await world.kill();
  await world.boot();
  await press('anna', 'apply');
  await untilPending('bo:manager-approval');
  await world.kill();
  await world.boot();
  expect(await world.start('leave-approval', LEAVE)).toBe((await world.database.dump()).instances?.[0]?.instance_id);
  await press('bo', 'manager-approval', 'Approve');
  await untilConcluded();
  await judge();
});

it('killed after a press was answered and before its report went out, it delivers the report at once', async () => {
  await world.boot();
  await world.start('leave-approval', LEAVE);
  await untilPending('anna:apply');
  const held = holdReports('before its work');
  await press('anna', 'apply');
  await held;
  await world.kill();
  expect(world.view.reports()).toEqual(['start next apply']);
  letReportsThrough();
  await world.boot();
  await untilPending('bo:manager-approval');

  // The same, while the center refuses every connection, and at the last report.
  world.toCenter.meddle = async () => 'cut';
  await press('bo', 'manager-approval', 'Approve');
  await world.kill();
  letReportsThrough();
  await world.boot();
  await untilConcluded();
  expect(world.view.reports()).toEqual(['start next apply', 'apply next manager-approval', 'manager-approval end']);
  await judge();
});

it('killed while the answer to a report is lost, it sends the report again and takes the echo for what it is', async () => {
  await world.boot();
  let held = holdReports('after its work');
  await world.start('leave-approval', LEAVE);
  await held;
  await world.kill();
  letReportsThrough();
  await world.boot();
  await vi.waitFor(() => expect(world.view.reports()).toEqual(['start next apply', 'start next apply']), SOON);

  held = holdReports('after its work');
  await press('anna', 'apply');
  await held;
  await world.kill();
  letReportsThrough();
  await world.boot();
  await vi.waitFor(() => expect(world.view.reports()).toHaveLength(4), SOON);

  held = holdReports('after its work');
  await press('bo', 'manager-approval', 'Approve');
  await held;
  await world.kill();
  letReportsThrough();
  await world.boot();
  await vi.waitFor(() => expect(world.view.reports()).toHaveLength(6), SOON);
  await untilConcluded();
  expect(reportsOnce()).toEqual(['start next apply', 'apply next manager-approval', 'manager-approval end']);
  // The center refuses ids that it has; that it calls their buttons shows that it has them.
  expect((await world.database.dump()).outbox?.map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
  await judge();
});

it('killed after a press was stored and before it was answered, it answers the same press as it would have', async () => {
  await world.boot();
  await world.start('leave-approval', LEAVE);
  await untilPending('anna:apply');
  world.toBridge.meddle = async (call) => {
    await call.forward();
    await world.kill();
    return 'cut';
  };
  const again = { action: 'Handle', account: 'anna', uuid: randomUUID(), time: '2026-03-01 10:00:00', raw: true };
  const taskId = world.view.taskOf('anna', 'apply');
  expect(await world.press(taskId, again)).toMatchObject({ status: undefined });
  world.toBridge.meddle = (call) => call.forward();
  await world.boot();
  expect(await world.press(taskId, again)).toMatchObject({ code: 0, body: { data: { verdict: 'duplicate' } } });
  expect(await world.press(taskId, { ...again, uuid: randomUUID() })).toMatchObject({ code: 2005 });
  await untilPending('bo:manager-approval');
  await press('bo', 'manager-approval', 'Approve');
  await untilConcluded();
  await judge();
});

it('killed in the middle of a service, it calls the service again at once, with the same key', async () => {
  await world.boot({ hangServices: true });
  await world.start('purchase', PURCHASE);
  await vi.waitFor(() => expect(world.view.pending()).toEqual(['anna:request']), SOON);
  await press('anna', 'request');
  await vi.waitFor(() => expect(world.view.pending()).toHaveLength(4), SOON);
  await press('emil', 'legal-check');
  await press('fatima', 'finance-check');
  await vi.waitFor(() => expect(world.view.pending()).toEqual(['chen:sign']), SOON);
  await press('chen', 'sign');
  for (const calls of [1, 2]) {
    await vi.waitFor(() => expect(world.serviceCalls).toHaveLength(calls), SOON);
    await world.kill();
    await world.boot({ hangServices: calls === 1 });
  }
  await untilConcluded();
  expect(world.serviceCalls).toHaveLength(3);
  expect(new Set(world.serviceCalls).size).toBe(1);
  // A kill may meet a report on its way, which is repeated then.
  expect([...new Set(world.view.reports())]).toEqual([
    'start next request',
    'request next legal-check,finance-check',
    'legal-check none',
    'finance-check next sign',
    'sign next place-order',
    'place-order end',
  ]);
  await judge();
});

it('closed instead of killed, it lets its process end, and the next one finds nothing to repeat', async () => {
  await world.boot();
  await world.start('leave-approval', LEAVE);
  await untilPending('anna:apply');
  await press('anna', 'apply');
  expect(await world.machines[0]?.close()).toMatchObject({ code: 0 });
  await world.boot();
  await untilPending('bo:manager-approval');
  await press('bo', 'manager-approval', 'Approve');
  await untilConcluded();
  expect(world.view.reports()).toHaveLength(3);
  expect((await world.database.dump()).outbox?.map(({ repeat }) => repeat)).toEqual([0, 0, 0]);
  await judge();
});

it('closed with a trap in it that does not fall, it lets its process end all the same', async () => {
  await world.boot();
  await world.machines[0]?.setTrap({ checkpoints: [], skip: 0, turns: 1, latestMs: 1 });
  expect(await world.machines[0]?.close()).toEqual({ code: 0, landing: undefined });
});
