import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import { nextTask, openBusinessSystem, openSandbox, openTasks, report, reportItem } from '../business-system.ts';

const NOON = Date.UTC(2025, 5, 1, 4);
const TYPES = ['HANG_UP', 'ACTIVE', 'BREAK_UP', 'REVOKE', 'TRANSFER', 'HANDLE', 'PROMOTER', 'CIRCULARIZE', 'DEAL'];

/** Two pending tasks of one transaction with a button of every type, and a business system that answers so. */
async function openPressable(options: SandboxOptions = {}, answer: unknown = { code: 0, message: 'ok', data: null }) {
  const system = await openBusinessSystem(200, answer);
  const sandbox = await openSandbox({ clock: () => NOON, ...options });
  const actions = TYPES.map((type) => ({ name: type, type, url: `${system.url}/${type}`, optType: 0, method: 'post' }));
  const more = { initiator: 'anna', actions };
  await openTasks(sandbox, nextTask('t-1', more), nextTask('t-2', { ...more, handlers: 'chen' }));
  return { system, sandbox };
}

describe('Events: "each action type has its own follow-up transaction handling", after a press that was accepted', () => {
  it('HANG_UP shows the task suspended, ACTIVE active again; other tasks are not touched', async () => {
    const { sandbox } = await openPressable();
    await sandbox.press('t-1', { action: 'HANG_UP', account: 'bo', opinions: 'wait' });
    expect(sandbox.pending('bo')).toMatchObject([{ taskId: 't-1', state: 'suspended' }]);
    expect(sandbox.task('t-1')?.changes).toEqual([
      { to: 'suspended', cause: 'press', handler: 'bo', handleOpinions: 'wait', time: '2025-06-01 12:00:00' },
    ]);
    expect(sandbox.task('t-2')?.state).toBe('pending');
    await sandbox.press('t-1', { action: 'ACTIVE', account: 'bo' });
    expect(sandbox.pending('bo')).toMatchObject([{ taskId: 't-1', state: 'pending' }]);
  });

  it('suspendsByPress false: only a status answer changes it', async () => {
    const { sandbox } = await openPressable({ switches: { suspendsByPress: false } });
    await sandbox.press('t-1', { action: 'HANG_UP', account: 'bo' });
    expect(sandbox.task('t-1')?.state).toBe('pending');
  });

  it.each([
    ['BREAK_UP', 'terminated'],
    ['REVOKE', 'recalled'],
  ] as const)('%s ends the transaction: its open tasks are %s', async (action, state) => {
    const { sandbox } = await openPressable();
    await sandbox.press('t-2', { action: 'HANG_UP', account: 'chen' });
    await report(sandbox, reportItem('t-1', 'none'));
    await sandbox.press('t-1', { action, account: 'anna' });
    expect(['t-1', 't-2'].map((id) => sandbox.task(id)?.state)).toEqual(['handled', state]);
    expect([sandbox.pending('bo'), sandbox.pending('chen')]).toEqual([[], []]);
    const ended = { by: action, account: 'anna', time: '2025-06-01 12:00:00' };
    expect(sandbox.initiated('anna')).toMatchObject([{ ended }]);
    expect(sandbox.transactions()[0]?.conclusions).toEqual([]);
    // What the business system reports of it now is late, and nothing is created in it any more.
    const late = reportItem('t-2', 'next', { handler: 'chen', next: [nextTask('t-3')] });
    expect(await report(sandbox, late)).toMatchObject([
      { code: 2005 },
      { code: 500, message: `the transaction has been ended by ${action}` },
    ]);
  });

  it('followsUp false: the business system reports it, or nothing happens', async () => {
    const { sandbox } = await openPressable({ switches: { followsUp: false } });
    for (const action of ['BREAK_UP', 'REVOKE']) await sandbox.press('t-1', { action, account: 'anna' });
    expect(['t-1', 't-2'].map((id) => sandbox.task(id)?.state)).toEqual(['pending', 'pending']);
    expect(await report(sandbox, reportItem('t-1', 'end'))).toEqual([]);
  });

  it('a BREAK_UP whose report came first: concluded, and the other tasks are terminated', async () => {
    const { sandbox } = await openPressable();
    await report(sandbox, reportItem('t-1', 'end'));
    await sandbox.press('t-1', { action: 'BREAK_UP', account: 'anna' });
    expect(sandbox.task('t-2')?.state).toBe('terminated');
    const [transaction] = sandbox.transactions();
    expect([transaction?.conclusions.length, transaction?.ended]).toEqual([1, undefined]);
  });

  it('every other type changes nothing by itself', async () => {
    const { sandbox } = await openPressable();
    const before = sandbox.task('t-1');
    for (const action of ['TRANSFER', 'HANDLE', 'CIRCULARIZE', 'DEAL']) {
      await sandbox.press('t-1', { action, account: 'bo' });
    }
    expect({ ...sandbox.task('t-1'), buttons: [] }).toEqual({ ...before, buttons: [] });
  });

  it('PROMOTER, which no report tells, is kept with the opinion', async () => {
    const { sandbox } = await openPressable();
    const before = sandbox.task('t-1');
    await sandbox.press('t-1', { action: 'PROMOTER', account: 'anna', opinions: 'It is urgent.' });
    await sandbox.press('t-1', { action: 'PROMOTER', account: 'anna' });
    const press = { account: 'anna', button: 'PROMOTER', type: 'PROMOTER', message: 'ok', time: '2025-06-01 12:00:00' };
    const unreportedPresses = [{ ...press, opinions: 'It is urgent.' }, press];
    expect({ ...sandbox.task('t-1'), buttons: [] }).toEqual({ ...before, buttons: [], unreportedPresses });
  });

  it('PROMOTER that was refused, or comes twice with one uuid, is not kept for it', async () => {
    const refusing = await openPressable({}, { code: 2005, message: 'too late', data: null });
    await refusing.sandbox.press('t-1', { action: 'PROMOTER', account: 'anna' });
    expect(refusing.sandbox.task('t-1')?.unreportedPresses).toBeUndefined();
    const { sandbox } = await openPressable();
    for (const uuid of ['once', 'once']) await sandbox.press('t-1', { action: 'PROMOTER', account: 'anna', uuid });
    expect(sandbox.task('t-1')?.unreportedPresses).toHaveLength(1);
  });

  it.each(['HANG_UP', 'BREAK_UP'])(
    '%s that the business system refused does nothing, and counts as no use',
    async (type) => {
      const { sandbox } = await openPressable({}, { code: 403, message: 'you may not', data: null });
      const account = type === 'HANG_UP' ? 'bo' : 'anna';
      expect(await sandbox.press('t-1', { action: type, account })).toMatchObject({ status: 200, body: { code: 403 } });
      expect(sandbox.task('t-1')?.state).toBe('pending');
      expect(sandbox.task('t-1')?.buttons.find(({ name }) => name === type)?.executions).toBe(0);
    },
  );
});
