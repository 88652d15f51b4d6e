/** What is over is deleted after its time, over the months that a clock is put on, on a real database file. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RetentionOptions } from '../../../src/index.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 2, 1, 4);

/** Much longer than a run takes. */
const SOON = { timeout: 15_000 };

const urge = '<ttc:previousAction name="Urge" key="urge" type="PROMOTER" times="1"/>';
const chain = (name = 'Chain') =>
  processFile(
    [start(), userTask('apply', { assignee: 'anna', extensions: urge }), userTask('check', { assignee: 'bo' }), end()],
    'start > apply > check > end',
    { id: 'chain', name },
  );

let now: number;
let file: DatabaseFile;
let world: World;

async function open(retention?: RetentionOptions): Promise<void> {
  world = await createWorld({
    bridge: { clock: () => now, store: file.store, ...(retention && { retention }) },
    sandbox: { clock: () => now },
  });
  await world.bridge.deploy(chain());
}

beforeEach(() => {
  now = NOON;
  file = createDatabaseFile();
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

/** How many rows each table has that has any. */
function counts(): Record<string, number> {
  const { bridge_migrations: _migrations, ...tables } = file.dump();
  const all = { ...tables, presses: file.presses() };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, rows]) => (rows.length > 0 ? [[name, rows.length]] : [])),
  );
}

/** Puts the clock on, when all is done that was due before, and has the bridge look at it. */
async function pass(days: number): Promise<void> {
  await world.bridge.idle();
  now += days * DAY_MS;
  await world.bridge.idle();
}

async function begin(): Promise<string> {
  const { instanceId } = await world.bridge.start('chain', { initiator: 'anna', startKey: randomUUID() });
  await world.bridge.idle();
  return instanceId;
}

/** A press that can be made again as it was: the center keeps the address of a button and the uuid of a call. */
function pressOf(taskId: string, accountName: string): () => Promise<{ code: number; data: { verdict: string } }> {
  const { pathname } = new URL(world.sandbox.task(taskId)?.buttons[0]?.url ?? '');
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', uuid: randomUUID() },
    body: JSON.stringify({ accountName, opinions: 'fine', time: '2026-03-01 12:00:00' }),
  };
  return async () => (await fetch(new URL(pathname, world.bridge.statusUrl()), init)).json() as never;
}

/** Runs an instance to its end. @returns its id, and the presses that were made */
async function runToEnd() {
  const instanceId = await begin();
  const apply = pressOf(`${instanceId}.1`, 'anna');
  expect(await apply()).toMatchObject({ code: 0, data: { verdict: 'applied' } });
  await world.bridge.idle();
  const check = pressOf(`${instanceId}.2`, 'bo');
  expect(await check()).toMatchObject({ code: 0, data: { verdict: 'applied' } });
  await world.bridge.idle();
  expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
  return { instanceId, presses: [apply, check] };
}

async function ask(...taskIds: string[]): Promise<unknown[]> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(taskIds) };
  return ((await (await fetch(world.bridge.statusUrl(), init)).json()) as { data: unknown[] }).data;
}

const MESSAGE = { messageTypeCode: 'NOTICE', toPersons: 'anna', data: { title: 'Hi', paramValueJson: { text: 'Hi' } } };

const TASKS_ONLY = { definitions: 1, latest_definitions: 1, instances: 1, tasks: 2, task_handlers: 2 };
const NOTHING = { definitions: 1, latest_definitions: 1 };

describe('an instance that is over', () => {
  test('has no snapshot any more, and all its rows for 90 days', async () => {
    await open();
    const { instanceId } = await runToEnd();
    expect(file.dump().instances).toMatchObject([{ instance_id: instanceId, snapshot: null }]);
    const before = counts();
    expect(before).toMatchObject({ ...TASKS_ONLY, outbox: 3, presses: 2 });
    await pass(89);
    await world.reopen();
    await pass(0.5);
    expect(counts()).toEqual(before);
  });

  test('is answered for by its tasks alone between day 90 and day 400, and afterwards as though it had never been', async () => {
    await open();
    const { instanceId } = await runToEnd();
    const taskIds = [`${instanceId}.1`, `${instanceId}.2`];
    const states = await ask(...taskIds);
    expect(states).toMatchObject([
      { taskStatus: 'FINISH', taskData: { status: 'next', next: [{ taskId: taskIds[1] }] } },
      { taskStatus: 'FINISH', taskData: { status: 'end', handler: 'bo' } },
    ]);
    await pass(91);
    await expect.poll(counts, SOON).toEqual(TASKS_ONLY);
    expect(await ask(...taskIds)).toEqual(states);
    expect(await world.bridge.explain(instanceId)).toEqual([]);
    expect(await world.bridge.tasks.list({ instanceId })).toHaveLength(2);
    await pass(308);
    expect(await ask(...taskIds)).toEqual(states);
    await pass(2);
    await expect.poll(counts, SOON).toEqual(NOTHING);
    expect(await ask(...taskIds)).toEqual(
      (await ask('never-seen', 'never-seen-either')).map((_, index) => ({
        taskId: taskIds[index],
        taskStatus: 'IN_PROGRESS',
        taskData: {},
      })),
    );
  });

  test('takes no press again: it is a repeat at first, then late, then unknown', async () => {
    await open();
    const { presses } = await runToEnd();
    const verdicts = () => Promise.all(presses.map(async (press) => (await press()).data.verdict));
    const codes = () => Promise.all(presses.map(async (press) => (await press()).code));
    expect(await verdicts()).toEqual(['duplicate', 'duplicate']);
    await pass(91);
    await expect.poll(counts, SOON).toEqual(TASKS_ONLY);
    const { tasks, instances } = file.dump();
    const { length } = world.reports();
    expect(await verdicts()).toEqual(['stale', 'stale']);
    expect(await codes()).toEqual([2005, 2005]);
    expect(file.dump()).toMatchObject({ tasks, instances, outbox: [], history: [], incidents: [] });
    // Refusals are kept too, as answers to a repeat.
    expect(counts()).toEqual({ ...TASKS_ONLY, presses: 2 });
    await pass(310);
    await expect.poll(counts, SOON).toEqual(NOTHING);
    expect(await verdicts()).toEqual(['unknown', 'unknown']);
    expect(await codes()).toEqual([2004, 2004]);
    expect(counts()).toEqual(NOTHING);
    expect(world.reports()).toHaveLength(length);
  });

  test('is found by its start key for as long as it is kept', async () => {
    await open();
    const options = { initiator: 'anna', startKey: 'order 7' };
    const { instanceId } = await world.bridge.start('chain', options);
    await world.bridge.terminate(instanceId);
    await pass(399);
    await expect.poll(counts, SOON).toEqual({ ...TASKS_ONLY, tasks: 1, task_handlers: 1 });
    expect(await world.bridge.start('chain', options)).toEqual({ instanceId });
    await pass(2);
    await expect.poll(counts, SOON).toEqual(NOTHING);
    expect(await world.bridge.start('chain', options)).not.toEqual({ instanceId });
  });
});

describe('what is kept', () => {
  test('is every instance that runs, however old it is', async () => {
    await open();
    const instanceId = await begin();
    const over = await runToEnd();
    await pass(1_000);
    await expect.poll(() => world.bridge.instances.get(over.instanceId), SOON).toBeUndefined();
    expect(await ask(`${instanceId}.1`)).toMatchObject([{ taskStatus: 'IN_PROGRESS' }]);
    expect(await world.bridge.history({ instanceId })).not.toEqual([]);
    expect(await world.press('anna', 'apply')).toBe(0);
    expect(await world.press('bo', 'check')).toBe(0);
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
  });

  test.each([
    ['undelivered', 'pending', { fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }],
    ['parked', 'parked', { fault: 'item-failure', code: 400, calls: ['taskHandle'], next: 1 }],
  ] as const)('is every instance of which a report is %s, with all its rows', async (_, state, fault) => {
    await open();
    const kept = await begin();
    const over = await runToEnd();
    world.sandbox.faults.set({ rules: [fault] });
    await world.bridge.terminate(kept);
    await world.bridge.idle();
    const reportsOf = () => world.bridge.outbox.list({ instanceId: kept });
    const rowsOf = async () => [
      await world.bridge.history({ instanceId: kept }),
      await world.bridge.tasks.list({ instanceId: kept }),
    ];
    const reports = await reportsOf();
    const rows = await rowsOf();
    expect(reports).toMatchObject([{ state: 'delivered' }, { state }]);
    await pass(401);
    await expect.poll(() => world.bridge.instances.get(over.instanceId), SOON).toBeUndefined();
    expect(await reportsOf()).toMatchObject([reports[0], { state }]);
    expect(await rowsOf()).toEqual(rows);

    world.sandbox.faults.clear();
    const [, stuck] = reports;
    if (state === 'parked') await world.bridge.outbox.skip(stuck?.seq ?? -1, { reason: 'told by phone' });
    // Sent again first, and then found to be over.
    await pass(1);
    await pass(1);
    await expect.poll(counts, SOON).toEqual(NOTHING);
  });
});

test('what belongs to no instance goes too: messages of the host, and definitions that nothing runs', async () => {
  await open();
  await world.bridge.messages.send({ ...MESSAGE, sendId: 'old' });
  await begin();
  await world.bridge.deploy(chain('Second'));
  await world.bridge.deploy(chain('Third'));
  await pass(50);
  await world.bridge.messages.send({ ...MESSAGE, sendId: 'young' });
  await world.bridge.deploy(chain('Fourth'));
  await pass(41);
  await expect.poll(() => world.bridge.messages.list(), SOON).toMatchObject([{ sendId: 'young' }]);
  await expect.poll(() => file.dump().definitions?.length, SOON).toBe(3);
  expect(String(file.dump().definitions?.map(({ xml }) => String(xml)))).not.toContain('"Second"');
  const told = (await world.bridge.history()).filter(({ type }) => type.startsWith('message.'));
  expect(told.map(({ data }) => data.sendId)).toEqual(['young', 'young']);
});

test('a run that fails is told, stops nothing, and is made up for by the next', async () => {
  await open();
  await runToEnd();
  file.run("create trigger broken before delete on jobs begin select raise(abort, 'no'); end");
  file.run(
    "create trigger broken_too before delete on history when old.instance_id is not null begin select raise(abort, 'no'); end",
  );
  await pass(91);
  await expect.poll(() => world.log.filter(({ level }) => level === 'error'), SOON).toHaveLength(1);
  expect(counts()).toMatchObject({ outbox: 3, presses: 2 });
  await begin();
  expect(await world.press('anna', 'apply')).toBe(0);
  file.run('drop trigger broken; drop trigger broken_too');
  await pass(1 / 24);
  await expect.poll(() => file.dump().outbox?.length, SOON).toBe(2);
});

test('the database does not grow: after years of the same work it holds what it held', async () => {
  await open({ instanceDays: 60, statusDays: 150 });
  // At the end of a month: the rows of that month, and the tasks of it and the three before. One deployment is the latest,
  // and those of the other three months still have their instances.
  const steady = { instances: 8, tasks: 16, task_handlers: 16, outbox: 6, messages: 1, presses: 4, definitions: 4 };
  const sizes: unknown[] = [];
  for (let month = 0; month < 12; month += 1) {
    await world.bridge.deploy(chain(`Version ${month}`));
    await world.bridge.messages.send(MESSAGE);
    for (let index = 0; index < 2; index += 1) await runToEnd();
    await pass(30);
    if (month < 5) continue;
    await expect.poll(counts, SOON).toMatchObject(steady);
    sizes.push(counts());
  }
  expect(sizes).toEqual(sizes.map(() => sizes[0]));
});
