/** The database is restored from an hour ago, and the center, which remembers that hour, is the same. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

/** Where `check` leads depends on the button: the same number may be of one task or of the other. */
const PROCESS = draw({
  id: 'claim',
  people: { apply: 'anna', check: 'bo', pay: 'carol', refuse: 'dara' },
  exclusive: 'which',
  paths: 'start > apply > check > which >"Yes" pay > end; which >"No" refuse > end',
});

interface Meaning {
  readonly nodeId: string;
  readonly instance: string;
}

/** Every task that the center was ever told to create, by its id: more than one meaning would be one too many. */
function meanings(world: World): Map<string, Meaning[]> {
  const told = new Map<string, Meaning[]>();
  const items = world.sandbox.traffic
    .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
    .flatMap(({ body }) => body as { serialNumber?: string; next?: (Meaning & { taskId: string })[] }[]);
  for (const { next = [] } of items) {
    for (const { taskId, nodeId } of next) {
      const [instance = ''] = taskId.split('.');
      const known = told.get(taskId) ?? [];
      if (!known.some((each) => each.nodeId === nodeId)) told.set(taskId, [...known, { nodeId, instance }]);
    }
  }
  return told;
}

async function begin(world: World): Promise<string> {
  const { instanceId } = await world.bridge.start('claim', { initiator: 'anna' });
  await world.bridge.idle();
  return instanceId;
}

/** A button of a task, as its handler presses it in the center. */
async function press(world: World, taskId: string, account: string, action: string): Promise<number> {
  const { body } = await world.sandbox.press(taskId, { action, account });
  await world.bridge.idle();
  return (body as { code: number }).code;
}

/** A database file, and what makes it an hour old again. */
interface Files extends Disposable {
  readonly store: string;
  backUp(): void;
  restore(): void;
}

function createFiles(): Files {
  const folder = mkdtempSync(join(tmpdir(), 'restored-'));
  const [file, backup] = [join(folder, 'bridge.db'), join(folder, 'backup.db')];
  return {
    store: `sqlite:${file}`,
    backUp: () => copyFileSync(file, backup),
    restore() {
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      copyFileSync(backup, file);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

test('goes on without giving an id twice, loses no task, and lists what a person must compare', async () => {
  using files = createFiles();
  await using world = await createWorld({ bridge: { store: files.store } });
  await world.bridge.deploy(PROCESS);
  const [moved, handed, ended, quiet] = [
    await begin(world),
    await begin(world),
    await begin(world),
    await begin(world),
  ];
  for (const id of [moved, handed, ended]) expect(await press(world, `${id}.1`, 'anna', 'Handle')).toBe(0);
  await world.bridge.close();
  files.backUp();

  // The hour that will be lost.
  await world.reopen();
  expect(await press(world, `${moved}.2`, 'bo', 'Yes')).toBe(0);
  expect(await press(world, `${handed}.2`, 'bo', 'Yes')).toBe(0);
  expect(await press(world, `${ended}.2`, 'bo', 'No')).toBe(0);
  expect(await press(world, `${ended}.3`, 'dara', 'Handle')).toBe(0);
  const lost = await begin(world);
  await world.bridge.close();
  files.restore();

  const bridge = await world.reopen({ reconcile: true });
  expect(world.log.filter(({ fields }) => fields.event === 'store.restored')).toHaveLength(1);
  const { restoredAt, tasks, reports, unknownTasks } = await bridge.doubts();
  expect(restoredAt).not.toBeNull();
  const checks = [moved, handed, ended].map((id) => `${id}.2`);
  expect(tasks.map(({ taskId }) => taskId).toSorted()).toEqual([...checks, `${quiet}.1`].toSorted());
  expect([reports, unknownTasks]).toEqual([[], []]);

  // What only the center knows: its people press it, and it asks at night.
  expect(await press(world, `${moved}.3`, 'carol', 'Handle')).toBe(2004);
  world.sandbox.setStatusUrl('approvals', bridge.statusUrl());
  await world.sandbox.runNightly();
  const unknown = (await bridge.doubts()).unknownTasks;
  expect(unknown.map(({ subject, instanceId, kind }) => [subject, instanceId, kind]).toSorted()).toEqual(
    [
      [`${lost}.1`, null, 'restore'],
      [`${moved}.3`, moved, 'restore'],
      [`${handed}.3`, handed, 'restore'],
    ].toSorted(),
  );

  // Whoever is still asked presses as always, and gets an id of its own.
  expect(await press(world, `${quiet}.1`, 'anna', 'Handle')).toBe(0);
  expect((await bridge.doubts()).tasks.map(({ taskId }) => taskId)).not.toContain(`${quiet}.1`);
  expect((await bridge.doubts()).reports).toEqual([]);

  // An operator repeats a press with another decision, gives a task to the same person again, and ends what has ended.
  const again = await bridge.press(`${moved}.2`, { nextNodeKey: 'refuse', account: 'bo' });
  const reopened = await bridge.reassign(`${handed}.2`, { handlers: ['bo'], reason: 'the press was lost' });
  const over = await bridge.terminate(ended, { account: 'anna' });
  expect([again.kind, reopened.kind, over.kind]).toEqual(['applied', 'applied', 'applied']);
  await bridge.idle();
  const doubts = await bridge.doubts();
  expect(doubts.tasks).toEqual([]);
  expect(doubts.reports.map(({ state, report }) => [state, report.item.previousTaskId]).toSorted()).toEqual(
    checks.map((taskId) => ['unconfirmed', taskId]).toSorted(),
  );
  for (const { seq } of doubts.reports) await bridge.outbox.acknowledge(seq, { reason: 'looked at in the center' });
  expect(await bridge.doubts()).toMatchObject({ tasks: [], reports: [] });

  // Everything ends, also after a restart that nobody told of the backup.
  const later = await world.reopen({ reconcile: false });
  const open = await later.tasks.list({ state: 'IN_PROGRESS' });
  expect(open.map(({ nodeId, instanceId }) => [nodeId, instanceId]).toSorted()).toEqual(
    [
      ['refuse', moved],
      ['check', handed],
      ['check', quiet],
    ].toSorted(),
  );
  for (const { taskId, nodeId } of open) {
    expect(taskId.split('.')).toHaveLength(3);
    if (nodeId === 'refuse') expect(await press(world, taskId, 'dara', 'Handle')).toBe(0);
    else expect(await press(world, taskId, 'bo', 'No')).toBe(0);
  }
  for (const { taskId } of await later.tasks.list({ state: 'IN_PROGRESS' })) {
    expect(await press(world, taskId, 'dara', 'Handle')).toBe(0);
  }
  for (const id of [moved, handed, quiet]) expect((await later.instances.get(id))?.status).toBe('ended');
  expect([...meanings(world)].filter(([, each]) => each.length > 1)).toEqual([]);
  expect(world.sandbox.pending('bo')).toEqual([]);

  // What only the center has is still there when its instance has ended. Not retried together with what failed otherwise.
  expect((await later.doubts()).unknownTasks).toEqual(unknown);
  expect(await later.incidents.retryAll()).toMatchObject({ count: 0 });
  const [first] = unknown;
  await later.incidents.retry(first?.incidentId ?? '');
  expect(await later.incidents.retryAll({ code: 'ERR_RESTORED' })).toMatchObject({ count: 2 });
  expect(await later.doubts()).toMatchObject({ tasks: [], reports: [], unknownTasks: [] });
});

test('a report that waited at the backup, and was delivered since, holds up nothing', async () => {
  using files = createFiles();
  await using world = await createWorld({ bridge: { store: files.store } });
  await world.bridge.deploy(PROCESS);
  const id = await begin(world);
  world.sandbox.faults.set({
    rules: [{ fault: 'http-error-before', calls: ['taskHandle'], status: 503, probability: 1 }],
  });
  expect(await press(world, `${id}.1`, 'anna', 'Handle')).toBe(0);
  await world.bridge.close();
  files.backUp();

  world.sandbox.faults.clear();
  const before = await world.reopen();
  await before.outbox.now();
  await before.idle();
  expect(world.sandbox.pending('bo').map(({ taskId }) => taskId)).toEqual([`${id}.2`]);
  await before.close();
  files.restore();

  const bridge = await world.reopen({ reconcile: true });
  await bridge.outbox.now();
  await bridge.idle();
  const { reports } = await bridge.doubts();
  expect(reports.map(({ state, report }) => [state, report.item.previousTaskId])).toEqual([['unconfirmed', `${id}.1`]]);
  expect(reports[0]?.reason).toMatch(/2005.*; the new task /);
  expect(await press(world, `${id}.2`, 'bo', 'No')).toBe(0);
  const [task] = world.sandbox.pending('dara');
  expect(await press(world, task?.taskId ?? '', 'dara', 'Handle')).toBe(0);
  expect((await bridge.instances.get(id))?.status).toBe('ended');
  expect((await bridge.outbox.list({ state: 'parked' })).length).toBe(0);
});

test('what the center refuses about lost tasks is listed although it is parked, and no restore lists nothing', async () => {
  using files = createFiles();
  await using world = await createWorld({ bridge: { store: files.store, outbox: { maxItemAttempts: 1 } } });
  await world.bridge.deploy(PROCESS);
  const id = await begin(world);
  expect(await press(world, `${id}.1`, 'anna', 'Handle')).toBe(0);
  const none = { restoredAt: null, tasks: [], reports: [], unknownTasks: [], isPart: false };
  expect(await world.bridge.doubts()).toEqual(none);
  await world.bridge.close();
  files.backUp();

  await world.reopen();
  expect(await press(world, `${id}.2`, 'bo', 'No')).toBe(0);
  expect(await press(world, `${id}.3`, 'dara', 'Handle')).toBe(0);
  await world.bridge.close();
  files.restore();

  // The transaction is concluded there, so it takes no further task.
  const bridge = await world.reopen({ reconcile: true });
  expect((await bridge.reassign(`${id}.2`, { handlers: ['bo'] })).kind).toBe('applied');
  await bridge.idle();
  const { reports } = await bridge.doubts();
  expect(reports.map(({ state, report }) => [state, report.item.previousTaskId])).toEqual([['parked', `${id}.2`]]);
  for (const { seq } of reports) await bridge.outbox.skip(seq, { reason: 'it is concluded there' });
  expect((await bridge.terminate(id, { account: 'anna' })).kind).toBe('applied');
  await bridge.idle();
  // The center never had the task of the skipped report.
  const last = await bridge.doubts();
  expect(last.reports).toMatchObject([{ state: 'parked', reason: expect.stringContaining('2004') }]);
  for (const { seq } of last.reports) await bridge.outbox.skip(seq, { reason: 'it is concluded there' });
  expect(await bridge.doubts()).toMatchObject({ tasks: [], reports: [], unknownTasks: [] });

  // What the center refuses of later instances is in doubt for another reason.
  world.sandbox.faults.set({ rules: [{ fault: 'item-failure', code: 400, probability: 1 }] });
  await begin(world);
  expect(await bridge.outbox.list({ state: 'parked' })).toHaveLength(1);
  expect((await bridge.doubts()).reports).toEqual([]);
});

test('a task that was sent back by then comes back again, with another id, and can be sent back further', async () => {
  using files = createFiles();
  const defaults = { allow: ['sendBackDirect'] as const };
  await using world = await createWorld({ bridge: { store: files.store, defaults } });
  await world.bridge.deploy(PROCESS);
  const id = await begin(world);
  await press(world, `${id}.1`, 'anna', 'Handle');
  await world.bridge.sendBack(`${id}.2`, { account: 'bo', to: 'apply' });
  await world.bridge.idle();
  await world.bridge.close();
  files.backUp();

  await world.reopen();
  expect(await press(world, `${id}.3`, 'anna', 'Resubmit')).toBe(0);
  expect(await press(world, `${id}.4`, 'bo', 'Yes')).toBe(0);
  await world.bridge.close();
  files.restore();

  const bridge = await world.reopen({ reconcile: true });
  expect(await bridge.press(`${id}.3`, { account: 'anna' })).toMatchObject({ kind: 'applied' });
  await bridge.idle();
  const [again] = await bridge.tasks.list({ instanceId: id, state: 'IN_PROGRESS' });
  expect(again).toMatchObject({ nodeId: 'check', handlers: ['bo'] });
  const taskId = again?.taskId ?? '';
  expect(taskId).not.toBe(`${id}.4`);
  expect(await bridge.sendBackTargets(taskId)).toMatchObject([{ nodeId: 'apply', taskId: `${id}.1`, reason: null }]);
  expect(await bridge.sendBack(taskId, { account: 'bo', to: 'apply' })).toMatchObject({ kind: 'applied' });
});
