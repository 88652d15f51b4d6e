/**
 * A bridge in centers that take less than others: that refuse people they do not know, calls of many items, or a token
 * without a scheme; and in one that takes more: a task that is there already, once again.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Switches } from '../../../src/sandbox/index.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.[Symbol.asyncDispose]();
  world = undefined;
});

/** An application that anna makes, and that somebody checks. */
const LEAVE = processFile(
  [start(), userTask('apply', { assignee: '${initiator}' }), userTask('check', { assignee: '${checker}' }), end()],
  'start > apply > check > end',
  { id: 'leave' },
);

const MAX_ATTEMPTS = 3;

async function openWorld(switches: Partial<Switches>, more: { readonly batchSize?: number } = {}): Promise<World> {
  const outbox = { retryMinMs: 5, retryMaxMs: 10, maxItemAttempts: MAX_ATTEMPTS, ...more };
  world = await createWorld({ sandbox: { switches, nightlyRun: false }, bridge: { outbox } });
  world.sandbox.setStatusUrl('approvals', world.bridge.statusUrl());
  await world.bridge.deploy(LEAVE);
  return world;
}

async function begin({ bridge }: World, checker = 'bo'): Promise<string> {
  return (await bridge.start('leave', { initiator: 'anna', variables: { checker } })).instanceId;
}

const statesOf = async ({ bridge }: World, instanceId?: string) =>
  (await bridge.outbox.list({ limit: 1_000, ...(instanceId === undefined ? {} : { instanceId }) })).map(
    ({ state }) => state,
  );

/** Until no report is on its way any more. */
async function settle(opened: World): Promise<void> {
  await vi.waitFor(
    async () => {
      await opened.bridge.idle();
      expect(await statesOf(opened)).not.toContain('pending');
    },
    { timeout: 30_000, interval: 10 },
  );
}

const callsIn = ({ sandbox }: World) =>
  sandbox.traffic
    .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
    .map(({ status, body }) => ({ status, items: (body as readonly unknown[]).length }));

describe('in a center with unknownHandlers:refuse', () => {
  test('a task for somebody unknown is tried as often as the outbox says, then parked with the words of the center', async () => {
    const opened = await openWorld({ unknownHandlers: 'refuse' });
    const id = await begin(opened, 'nobody');
    await settle(opened);
    await opened.press('anna', 'apply');
    await settle(opened);
    expect(await opened.bridge.outbox.list({ instanceId: id })).toMatchObject([
      { state: 'delivered' },
      { state: 'parked', reason: expect.stringContaining('there is no account nobody'), attempts: MAX_ATTEMPTS },
    ]);
    // The center took the first half: whoever handled the task is done with it.
    expect(opened.sandbox.task(`${id}.1`)?.state).toBe('handled');
    expect(opened.pending()).toEqual([]);
  });

  test('with other handlers it goes on, and all of it ends', async () => {
    const opened = await openWorld({ unknownHandlers: 'refuse' });
    const id = await begin(opened, 'nobody');
    await settle(opened);
    await opened.press('anna', 'apply');
    await settle(opened);
    const [parked] = await opened.bridge.outbox.list({ state: 'parked' });
    await opened.bridge.outbox.retry(parked?.seq ?? 0, { handlers: { [`${id}.2`]: ['bo'] } });
    await settle(opened);
    expect(opened.pending()).toEqual(['bo:check']);
    await opened.press('bo', 'check');
    await settle(opened);
    expect(await statesOf(opened)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(opened.sandbox.transactions().map(({ conclusions }) => conclusions.length)).toEqual([1]);
  });

  test('a start for somebody unknown is parked too, and others are not held up by it', async () => {
    const opened = await openWorld({ unknownHandlers: 'refuse' });
    const { instanceId: stuck } = await opened.bridge.start('leave', {
      initiator: 'nobody',
      variables: { checker: 'bo' },
    });
    const other = await begin(opened);
    await settle(opened);
    expect([await statesOf(opened, stuck), await statesOf(opened, other)]).toEqual([['parked'], ['delivered']]);
  });

  test('by default nobody has such a task, and no report says so', async () => {
    const opened = await openWorld({});
    await begin(opened, 'nobody');
    await settle(opened);
    await opened.press('anna', 'apply');
    await settle(opened);
    expect(await statesOf(opened)).toEqual(['delivered', 'delivered']);
    expect(opened.pending()).toEqual([]);
  });
});

describe('in a center with duplicateTaskId:twice', () => {
  test('a start whose answer is lost gives the task twice; one press counts, and the next question takes the other away', async () => {
    const opened = await openWorld({ duplicateTaskId: 'twice' });
    const { sandbox } = opened;
    sandbox.faults.set({ rules: [{ fault: 'reset-after', calls: ['taskHandle'], next: 1 }] });
    const id = await begin(opened);
    await settle(opened);
    // Nothing on the wire tells it.
    expect(await statesOf(opened)).toEqual(['delivered']);
    const both = [`${id}.1`, `${id}.1 (2)`];
    expect(sandbox.pending('anna').map(({ taskId }) => taskId)).toEqual(both);

    const codes = [];
    for (const taskId of both) {
      const { body } = await sandbox.press(taskId, { action: 'Handle', account: 'anna' });
      codes.push((body as { code: number }).code);
      await settle(opened);
    }
    expect(codes).toEqual([0, 2005]);
    expect(opened.pending()).toEqual(['anna:apply', 'bo:check']);

    expect(await sandbox.runNightly()).toMatchObject([{ problems: [] }]);
    expect(opened.pending()).toEqual(['bo:check']);
    await opened.press('bo', 'check');
    await settle(opened);
    expect(opened.pending()).toEqual([]);
    expect(sandbox.transactions().map(({ conclusions }) => conclusions.length)).toEqual([1]);
  });

  test('where the center never asks, the second one stays in the list for ever', async () => {
    const opened = await openWorld({ duplicateTaskId: 'twice' });
    const { sandbox, bridge } = opened;
    sandbox.setStatusUrl('approvals', undefined);
    sandbox.faults.set({ rules: [{ fault: 'reset-after', calls: ['taskHandle'], next: 1 }] });
    const id = await begin(opened);
    await settle(opened);
    await opened.press('anna', 'apply');
    await opened.press('bo', 'check');
    await settle(opened);
    expect(await bridge.instances.get(id)).toMatchObject({ status: 'ended' });
    expect(await sandbox.runNightly()).toEqual([]);
    expect(opened.pending()).toEqual(['anna:apply']);
  });
});

describe('in a center with itemsPerCall', () => {
  const COUNT = 30;

  test.each([
    [10, undefined],
    [1, undefined],
    [10, 10],
    ['any', undefined],
  ] as const)(
    '%s, a bridge with batchSize %s tells everything that begins at once',
    async (itemsPerCall, batchSize) => {
      const opened = await openWorld({ itemsPerCall }, batchSize === undefined ? {} : { batchSize });
      const { sandbox, bridge } = opened;
      // What cannot be delivered for a moment is due together afterwards.
      sandbox.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
      await bridge.deploy(LEAVE);
      await Promise.all(Array.from({ length: COUNT }, () => begin(opened)));
      sandbox.faults.clear();
      await settle(opened);
      expect(new Set(await statesOf(opened))).toEqual(new Set(['delivered']));
      expect(sandbox.pending('anna')).toHaveLength(COUNT);
      const refused = callsIn(opened).filter(({ status }) => status === 400);
      const isSeen = itemsPerCall !== 'any' && batchSize === undefined;
      expect(refused.length > 0).toBe(isSeen);
      for (const { items } of refused) expect(items).toBeGreaterThan(Number(itemsPerCall));
    },
  );
});

test('in a center with authorizationScheme:needed nothing is delivered, nothing is lost, and the reason says why', async () => {
  const opened = await openWorld({ authorizationScheme: 'needed' });
  const { bridge, sandbox } = opened;
  const id = await begin(opened);
  await vi.waitFor(async () => {
    await bridge.idle();
    expect(await bridge.outbox.list({ instanceId: id })).toMatchObject([
      { state: 'pending', reason: expect.stringContaining('401') },
    ]);
  });
  expect(sandbox.transactions()).toEqual([]);
  expect(new Set(callsIn(opened).map(({ status }) => status))).toEqual(new Set([401]));
});
