/** The example process take-back.bpmn: a button of the handled list that takes a step back which was just approved. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type Runtime, type World } from '../world.ts';

const TAKE_BACK = new URL('../../../processes/take-back.bpmn', import.meta.url);
const USED_UP = 'this button cannot be used any more';

let file: DatabaseFile;
let world: World;
let instanceId: string;
/** The task of the first approval. */
let approved: string;

async function begin(runtime: Runtime): Promise<void> {
  file = createDatabaseFile();
  world = await createWorld({ runtime, bridge: { store: file.store } });
  await world.bridge.deploy(TAKE_BACK);
  const variables = { approver: 'bo', checker: 'chen' };
  ({ instanceId } = await world.bridge.start('take-back', { initiator: 'anna', variables }));
  await world.bridge.idle();
  await world.press('anna', 'apply');
  approved = world.taskOf('bo', 'approve');
  await world.press('bo', 'approve');
}
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

/** Presses it from the handled list; `raw`, as a center that does not count. */
async function takeBack(taskId: string, account = 'bo', raw = false) {
  const { body } = await world.sandbox.press(taskId, { action: 'Take back', account, opinions: 'wrong sum', raw });
  await world.bridge.idle();
  return body as { code: number; message: string };
}

/** The buttons that bo finds on a task in the list of what bo handled. */
const offered = (taskId: string) =>
  world.sandbox
    .handled('bo')
    .filter((task) => task.taskId === taskId)
    .flatMap(({ buttons }) => buttons.map(({ name }) => name));

describe.each(['bridge', 'plugin', 'recovered plugin'] as const)(
  'an approval that was just given, by a %s',
  (runtime) => {
    beforeEach(() => begin(runtime));
    const kept = async () => (runtime === 'bridge' ? file.dump() : world.bridge.tasks.list({ instanceId }));

    it('is taken back: the next one has it no more, and it waits for the approver again', async () => {
      expect(world.pending()).toEqual(['chen:check']);
      const check = world.taskOf('chen', 'check');
      expect(offered(approved)).toEqual(['Take back']);
      expect(await takeBack(approved)).toMatchObject({ code: 0 });
      expect(world.pending()).toEqual(['bo:approve']);
      expect(world.sandbox.task(check)).toMatchObject({
        state: 'handled',
        records: [{ handlerName: 'System', handleStatus: 'Taken back' }],
      });

      await world.press('bo', 'approve');
      await world.press('chen', 'check');
      await world.press('anna', 'file');
      expect(world.reports()).toEqual([
        'start next apply',
        'apply next approve',
        'approve next check',
        'check next approve',
        'approve next check',
        'check next file',
        'file end',
      ]);
      expect(world.sandbox.transactions()[0]?.conclusions).toHaveLength(1);
      expect(await world.bridge.outbox.list({ state: 'parked' })).toEqual([]);
      expect(await world.bridge.incidents.list()).toEqual([]);
    });

    it('is taken back by nobody else', async () => {
      const before = await kept();
      const heard = await Promise.all(['anna', 'chen', 'dara'].map((account) => takeBack(approved, account, true)));
      const message = 'only the person who handled the task may do this';
      expect(heard).toEqual(Array(3).fill({ code: 403, message, data: { verdict: 'forbidden' } }));
      expect(await kept()).toEqual(before);
    });

    it('cannot be taken back from where it only waits', async () => {
      await takeBack(approved);
      const waiting = world.taskOf('bo', 'approve');
      const verdict = await world.bridge.press(waiting, { action: 'take-back', account: 'bo' });
      expect(verdict).toMatchObject({ kind: 'forbidden', message: 'only the person who handled the task may do this' });
    });
  },
);

describe('the button', () => {
  beforeEach(() => begin('bridge'));

  it('is used up after once: not offered, refused readably, also after a restart', async () => {
    await takeBack(approved);
    expect(offered(approved)).toEqual([]);
    const before = file.dump();
    expect(await takeBack(approved, 'bo', true)).toMatchObject({ code: 2005, message: USED_UP });
    await world.reopen();
    expect(await takeBack(approved, 'bo', true)).toMatchObject({ code: 2005, message: USED_UP });
    expect(file.dump()).toEqual(before);
    expect(world.pending()).toEqual(['bo:approve']);
  });

  it('counts once when it is pressed twice at the same moment', async () => {
    const heard = await Promise.all([takeBack(approved, 'bo', true), takeBack(approved, 'bo', true)]);
    expect(heard.map(({ code }) => code).toSorted()).toEqual([0, 2005]);
    expect(world.pending()).toEqual(['bo:approve']);
  });

  it('is a new one on the next approval', async () => {
    await takeBack(approved);
    const again = world.taskOf('bo', 'approve');
    await world.press('bo', 'approve');
    expect(offered(again)).toEqual(['Take back']);
    expect(await takeBack(again)).toMatchObject({ code: 0 });
    expect(world.pending()).toEqual(['bo:approve']);
  });

  it('does nothing once it was checked, and has been used all the same', async () => {
    await world.press('chen', 'check');
    const actions: unknown[] = [];
    world.bridge.on('action', ({ key, account, matched }) => void actions.push({ key, account, matched }));
    const reports = world.reports();
    expect(await takeBack(approved)).toMatchObject({ code: 0 });
    expect(actions).toEqual([{ key: 'take-back', account: 'bo', matched: false }]);
    expect(world.pending()).toEqual(['anna:file']);
    expect(world.reports()).toEqual(reports);
    await world.reopen();
    expect(await takeBack(approved, 'bo', true)).toMatchObject({ code: 2005, message: USED_UP });
  });

  it('says so when the process is over', async () => {
    await world.press('chen', 'check');
    await world.press('anna', 'file');
    expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
    expect(await takeBack(approved)).toMatchObject({ code: 2005, message: 'this process has ended' });
  });
});
