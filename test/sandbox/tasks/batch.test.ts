import { describe, expect, it } from 'vitest';
import type { Switches } from '../../../src/sandbox/index.ts';
import {
  nextTask,
  openBusinessSystem,
  openSandbox,
  openTasks,
  type RawObject,
  report,
  reportItem,
} from '../business-system.ts';

async function openBatch(switches: Partial<Switches> = {}) {
  const system = await openBusinessSystem();
  const sandbox = await openSandbox({ switches });
  const button = (name: string, taskId: string, more: RawObject = {}): RawObject => {
    const url = `${system.url}/${taskId}/${name}`;
    return { name, type: 'HANDLE', url, optType: 0, method: 'post', allowMerge: 1, ...more };
  };
  await openTasks(
    sandbox,
    nextTask('t-1', { actions: [button('Approve', 't-1'), button('Reject', 't-1', { allowMerge: 0 })] }),
    nextTask('t-2', { actions: [button('Approve', 't-2')] }),
    nextTask('t-3', { actions: [button('Approve', 't-3', { allowMerge: null })] }),
    nextTask('t-4', { actions: [button('Approve', 't-4'), button('Reject', 't-4')] }),
    nextTask('t-5', { actions: [button('Approve', 't-5', { optType: 1 })] }),
    nextTask('t-6', { handlers: 'chen', actions: [button('Approve', 't-6')] }),
  );
  return { system, sandbox, button };
}

describe('Events, Batch approval', () => {
  it('calls the single interface once per task, in a loop', async () => {
    const { system, sandbox } = await openBatch();
    const results = await sandbox.batch(['t-2', 't-1', 't-2'], { account: 'bo', opinions: 'all fine' });
    expect(results.map(({ taskId, status }) => [taskId, status])).toEqual([
      ['t-2', 200],
      ['t-1', 200],
    ]);
    expect(system.received.map(({ url }) => url)).toEqual(['/t-2/Approve', '/t-1/Approve']);
    for (const { body } of system.received) {
      expect(JSON.parse(body)).toMatchObject({ opinions: 'all fine', accountName: 'bo' });
    }
    expect(sandbox.task('t-1')?.buttons[0]?.executions).toBe(1);
  });

  it.each([
    ['per-call', 2],
    ['one-for-all', 1],
  ] as const)('batchUuid %s: %i uuid for two calls', async (batchUuid, count) => {
    const { system, sandbox } = await openBatch({ batchUuid });
    const results = await sandbox.batch(['t-1', 't-2'], { account: 'bo' });
    const sent = system.received.map(({ headers }) => headers.uuid);
    expect(sent).toEqual(results.map(({ uuid }) => uuid));
    expect(new Set(sent).size).toBe(count);
  });

  it('offers the tasks that have a button with allowMerge 1, with only these buttons', async () => {
    const { sandbox, button } = await openBatch();
    const late = button('Again', 't-2', { type: 'ALL', optType: '0' });
    await report(sandbox, reportItem('t-2', 'none', { previousActions: [late] }));
    const offered = sandbox.batchable('bo').map(({ taskId, buttons }) => [taskId, ...buttons.map(({ name }) => name)]);
    expect(offered).toEqual([
      ['t-1', 'Approve'],
      ['t-4', 'Approve', 'Reject'],
    ]);
  });

  it.each([
    [['t-1', 't-3'], 'task t-3 is not available for a batch: bo has no batch button on it'],
    [['t-5'], 'task t-5 is not available for a batch: bo has no batch button on it'],
    [['t-6'], 'task t-6 is not available for a batch: bo has no batch button on it'],
    [
      ['t-1', 't-4'],
      'The task t-4 has 2 buttons that a press without a name could mean for bo. Name one by its key or its label: ',
    ],
    [['t-9'], 'the center has no task t-9'],
  ])('%j is refused, and nothing is called', async (taskIds, message) => {
    const { system, sandbox } = await openBatch();
    await expect(sandbox.batch(taskIds, { account: 'bo' })).rejects.toThrow(message);
    await expect(sandbox.batch(taskIds, { account: 'bo' })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    expect(system.received).toEqual([]);
  });

  it('presses the button that is named', async () => {
    const { system, sandbox } = await openBatch();
    await sandbox.batch(['t-1', 't-4'], { account: 'bo', action: 'Approve' });
    expect(system.received.map(({ url }) => url)).toEqual(['/t-1/Approve', '/t-4/Approve']);
    await expect(sandbox.batch(['t-1', 't-4'], { account: 'bo', action: 'Reject' })).rejects.toThrow('task t-1');
  });

  it('continues after a call that was refused', async () => {
    const { system, sandbox } = await openBatch();
    const lost = {
      name: 'Approve',
      type: 'HANDLE',
      url: 'http://127.0.0.1:1/',
      optType: 0,
      method: 'post',
      allowMerge: 1,
    };
    await openTasks(sandbox, nextTask('t-7', { actions: [lost] }));
    const results = await sandbox.batch(['t-7', 't-2'], { account: 'bo' });
    expect(results).toMatchObject([
      { taskId: 't-7', status: undefined },
      { taskId: 't-2', status: 200 },
    ]);
    expect(system.received).toHaveLength(1);
  });
});
