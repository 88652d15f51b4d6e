import { describe, expect, it } from 'vitest';
import { ACTION_TYPES } from '../../support/inner/protocol.ts';
import { nextTask, openSandbox, openTasks, type RawObject, report, reportItem } from '../business-system.ts';

function buttonOf(type: string, more: RawObject = {}): RawObject {
  return { name: type, type, url: `http://127.0.0.1/${type}`, optType: 0, method: 'post', ...more };
}

const everyButton = ACTION_TYPES.map((type) => buttonOf(type));

describe('Events, Button visibility by list', () => {
  it('handled: HANDLEDR, ALL, of the actions and of the previousActions added by the report', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1', { actions: everyButton }));
    const previousActions = everyButton.map((button) => ({ ...button, name: `late ${button.type}`, optType: '0' }));
    expect(await report(sandbox, reportItem('t-1', 'end', { previousActions }))).toEqual([]);
    expect(sandbox.handled('bo')[0]?.buttons.map((button) => button.name)).toEqual([
      'HANDLEDR',
      'ALL',
      'late HANDLEDR',
      'late ALL',
    ]);
  });

  it('initiated: REVOKE, BREAK_UP, PROMOTER, ALL, on every task of what the account initiated', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1', { actions: everyButton, initiator: 'anna' }));
    await report(sandbox, reportItem('t-1', 'next', { next: [nextTask('t-2', { actions: everyButton })] }));
    const [transaction] = sandbox.initiated('anna');
    const shown = transaction?.tasks.map((task) => [task.taskId, ...task.buttons.map((button) => button.name)]);
    const names = ['BREAK_UP', 'REVOKE', 'PROMOTER', 'ALL'];
    expect(shown).toEqual([
      ['t-1', ...names],
      ['t-2', ...names],
    ]);
    expect(sandbox.initiated('bo')).toEqual([]);
  });

  it('a previous action is in no pending list, where none leaves the task pending', async () => {
    const sandbox = await openSandbox({ switches: { noneKeepsPending: true } });
    await openTasks(sandbox, nextTask('t-1', { actions: [buttonOf('ALL')] }));
    await report(sandbox, reportItem('t-1', 'none', { previousActions: [buttonOf('ALL', { name: 'late' })] }));
    expect(sandbox.pending('bo')[0]?.buttons.map((button) => button.name)).toEqual(['ALL']);
  });
});

describe('Resources, Next-task item: what the lists show', () => {
  it('a group task is pending for every member of its groups, and handled for the one who handled it', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1', { handlers: null, handlingGroup: 'legal,directors' }));
    const everybody = ['anna', 'bo', 'dara', 'emil', 'gu'];
    expect(everybody.filter((account) => sandbox.pending(account).length === 1)).toEqual(['dara', 'emil', 'gu']);
    await report(sandbox, reportItem('t-1', 'end', { handler: 'gu' }));
    expect(everybody.filter((account) => sandbox.pending(account).length === 1)).toEqual([]);
    expect(everybody.filter((account) => sandbox.handled(account).length === 1)).toEqual(['gu']);
  });

  it('names, serial number and summaries; the task summary goes before the transaction summary', async () => {
    const sandbox = await openSandbox();
    const texts = {
      transcationName: 'Leave of Anna',
      serialNumber: 'L-7',
      transSummary: ['days|12'],
      initiator: 'anna',
    };
    await openTasks(sandbox, nextTask('t-1', { ...texts, taskName: 'Decide' }));
    await openTasks(
      sandbox,
      nextTask('t-2', { ...texts, taskSummary: ['note|urgent'] }),
      nextTask('t-3', { actions: null }),
    );
    const shown = sandbox.pending('bo').map(({ taskId, taskName, summary }) => [taskId, taskName, summary]);
    expect(shown).toEqual([
      ['t-1', 'Decide', ['days|12']],
      ['t-2', undefined, ['note|urgent']],
      ['t-3', undefined, ['days|12']],
    ]);
    expect(sandbox.pending('bo')[0]).toMatchObject({
      transactionName: 'Leave of Anna',
      serialNumber: 'L-7',
      initiator: 'anna',
      initiatorName: 'Anna Berg',
    });
  });

  it('shows the initiator the transaction summary, and when the transaction was concluded', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1', { initiator: 'anna', transSummary: ['days|12'], taskSummary: ['x|y'] }));
    expect(sandbox.initiated('anna')[0]).toMatchObject({ summary: ['days|12'] });
    expect(sandbox.initiated('anna')[0]?.concludedAt).toBeUndefined();
    await report(sandbox, reportItem('t-1', 'end', { handleTime: '2025-06-01 10:00:00' }));
    expect(sandbox.initiated('anna')[0]?.concludedAt).toBe('2025-06-01 10:00:00');
  });

  it('uses the name of the application if no initiator is given', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1'));
    expect(sandbox.pending('bo')[0]).toMatchObject({ initiator: 'Approvals', initiatorName: 'Approvals' });
  });

  it('hands out copies: changing them changes nothing', async () => {
    const sandbox = await openSandbox();
    await openTasks(sandbox, nextTask('t-1', { actions: [buttonOf('HANDLE')] }));
    for (const task of [sandbox.task('t-1'), sandbox.pending('bo')[0]]) Object.assign(task ?? {}, { state: 'handled' });
    expect(sandbox.task('t-1')?.state).toBe('pending');
  });
});
