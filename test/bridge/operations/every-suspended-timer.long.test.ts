/** Each kind of timer keeps exactly the time that it has left while its process is suspended, for days and over a restart. */
import { describe, expect, test } from 'vitest';
import { HOUR_MS, stageOfEachTest } from './stage.ts';
import { SUSPENDED_TIMERS } from './suspended-timer-cases.ts';
import { suspensionOn } from './suspension-on.ts';

const DAY_MS = 24 * HOUR_MS;

describe.each(['bridge', 'recovered plugin'] as const)('by a %s', (runtime) => {
  const stage = stageOfEachTest(runtime);
  const { openTasks, suspend, activate, expectAfter } = suspensionOn(stage);

  test.each(SUSPENDED_TIMERS)('$title', async (suspended) => {
    const { xml, variables, ranMs, presses = [], open, later } = suspended;
    const id = await stage.begin(xml, variables);
    let ran = 0;
    for (const { atMs, account, nodeId } of presses) {
      await stage.pass(atMs - ran);
      ran = atMs;
      expect(await stage.world.press(account, nodeId)).toBe(0);
    }
    await stage.pass(ranMs - ran);
    expect(await openTasks(id)).toEqual(open);

    await suspend(id);
    await stage.pass(2 * DAY_MS);
    // Such a plugin is recovered before each call.
    if (runtime === 'bridge') await stage.world.reopen();
    await stage.pass(3 * DAY_MS + 1);
    expect(await openTasks(id)).toEqual(open);
    expect(await stage.world.bridge.instances.get(id)).toMatchObject({ status: 'suspended', wakeAt: null });

    await activate(id);
    expect(await openTasks(id)).toEqual(open);
    let since = 0;
    let before = open;
    for (const next of later) {
      await expectAfter(id, next.afterMs - since, before, next.open);
      since = next.afterMs;
      before = next.open.filter((task) => task !== next.handled);
      const [account = '', nodeId = ''] = next.handled?.split(':') ?? [];
      if (next.handled !== undefined) expect(await stage.world.press(account, nodeId)).toBe(0);
    }
    expect(await stage.parked()).toEqual([]);
  });
});
