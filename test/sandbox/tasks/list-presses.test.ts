import { expect, it } from 'vitest';
import type { AcceptedAnswer, BatchableAnswer } from '../../../src/sandbox/control/account-routes.ts';
import type { PressesAnswer } from '../../../src/sandbox/control/task-routes.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { nextTask, openBusinessSystem, openSandbox, openTasks, report, reportItem } from '../business-system.ts';
import { ask } from '../control/control-client.ts';

async function openTask(answer: unknown = { code: 0 }, noneKeepsPending: boolean | 'for-others' = false) {
  const system = await openBusinessSystem(200, answer);
  const sandbox = await openSandbox({ nightlyRun: false, switches: { noneKeepsPending } });
  const button = (name: string, type: string) => ({
    ...{ name, type, url: `${system.url}/${name}`, optType: 0, method: 'post' },
  });
  const actions = [
    button('Approve', 'HANDLE'),
    button('Take back', 'HANDLEDR'),
    button('Withdraw', 'REVOKE'),
    button('Suspend', 'HANG_UP'),
    button('Circulate', 'CIRCULARIZE'),
  ];
  const task = (taskId: string) => nextTask(taskId, { actions, handlers: 'bo,chen', initiator: 'anna' });
  await openTasks(sandbox, task('t-1'), task('t-2'));
  return sandbox;
}

async function statesOf(sandbox: Sandbox): Promise<string[]> {
  const { presses } = await ask<PressesAnswer>(sandbox, '/tasks/t-1/presses');
  return presses.map(({ account, button, state }) => `${account} ${button} ${state}`);
}

it('a press is accepted until its report is there, whatever refuses the report', async () => {
  const sandbox = await openTask();
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  const { presses } = await ask<PressesAnswer>(sandbox, '/tasks/t-1/presses');
  expect(presses).toMatchObject([{ account: 'bo', button: 'Approve', state: 'accepted' }]);
  expect(presses[0]).not.toHaveProperty('lastAnswer');

  sandbox.faults.set({ rules: [{ fault: 'item-failure', next: 1, code: 400 }] });
  await report(sandbox, reportItem('t-1', 'end'));
  const refused = await ask<PressesAnswer>(sandbox, '/tasks/t-1/presses');
  expect(refused.presses[0]).toMatchObject({ state: 'accepted', lastAnswer: { status: 200, code: 400 } });

  await report(sandbox, reportItem('t-1', 'end'));
  expect(await statesOf(sandbox)).toEqual(['bo Approve done']);
});

it('in a task of several people, each press waits for its own report', async () => {
  const sandbox = await openTask({ code: 0 }, 'for-others');
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  await sandbox.press('t-1', { action: 'Approve', account: 'chen' });
  await report(sandbox, reportItem('t-1', 'none'));
  expect(await statesOf(sandbox)).toEqual(['bo Approve done', 'chen Approve accepted']);
  const acceptedOf = async (account: string) =>
    (await ask<BatchableAnswer>(sandbox, `/accounts/${account}/batchable`)).accepted;
  expect(await acceptedOf('bo')).toEqual([]);
  const ofChen = { taskId: 't-1', account: 'chen', button: 'Approve', at: expect.any(Number) };
  expect(await acceptedOf('chen')).toEqual([ofChen]);
});

it('a press whose report may wait for an earlier one of its transaction says how that was answered', async () => {
  const sandbox = await openTask();
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  sandbox.faults.set({ rules: [{ fault: 'item-failure', next: 1, code: 400 }] });
  await report(sandbox, reportItem('t-1', 'none'));
  await sandbox.press('t-2', { action: 'Approve', account: 'chen' });
  const refused = { status: 200, code: 400 };
  const ofChen = { taskId: 't-2', account: 'chen', button: 'Approve', at: expect.any(Number), earlierAnswer: refused };
  const { presses } = await ask<PressesAnswer>(sandbox, '/tasks/t-2/presses');
  expect(presses).toMatchObject([{ state: 'accepted', earlierAnswer: refused }]);
  expect(await ask<AcceptedAnswer>(sandbox, '/accounts/chen/accepted')).toEqual({ accepted: [ofChen] });
  const transactionId = sandbox.task('t-2')?.transactionId;
  const ofAll = await ask<AcceptedAnswer>(sandbox, `/transactions/${transactionId}/accepted`);
  expect(ofAll.accepted).toMatchObject([{ taskId: 't-1', account: 'bo', lastAnswer: refused }, ofChen]);

  await report(sandbox, reportItem('t-1', 'none'));
  const { accepted } = await ask<AcceptedAnswer>(sandbox, '/accounts/chen/accepted');
  expect(accepted).toMatchObject([{ taskId: 't-2' }]);
  expect(accepted[0]).not.toHaveProperty('earlierAnswer');

  sandbox.faults.set({ rules: [{ fault: 'item-failure', next: 1, code: 500 }] });
  await report(sandbox, reportItem('t-2', 'none', { handler: 'chen' }));
  const own = await ask<AcceptedAnswer>(sandbox, '/accounts/chen/accepted');
  expect(own.accepted).toMatchObject([{ lastAnswer: { code: 500 } }]);
  expect(own.accepted[0]).not.toHaveProperty('earlierAnswer');
});

it('a press on a handled task is not done while an earlier report of its transaction is refused', async () => {
  const sandbox = await openTask();
  await report(sandbox, reportItem('t-1', 'none'));
  sandbox.faults.set({ rules: [{ fault: 'item-failure', next: 1, code: 400 }] });
  await report(sandbox, reportItem('t-2', 'none'));
  await sandbox.press('t-1', { action: 'Take back', account: 'bo' });
  const { presses } = await ask<PressesAnswer>(sandbox, '/tasks/t-1/presses');
  expect(presses).toMatchObject([{ state: 'accepted', earlierAnswer: { code: 400 } }]);
  await report(sandbox, reportItem('t-2', 'none'));
  expect(await statesOf(sandbox)).toEqual(['bo Take back done']);
});

it('buttons that cause no report are done at once', async () => {
  const sandbox = await openTask();
  await sandbox.press('t-1', { action: 'Circulate', account: 'bo' });
  await sandbox.press('t-1', { action: 'Suspend', account: 'bo' });
  expect(await statesOf(sandbox)).toEqual(['bo Circulate done', 'bo Suspend done']);
});

it('a press that was refused, and one that got no answer, wait for nothing', async () => {
  const sandbox = await openTask({ code: 2005, message: 'too late' });
  await sandbox.press('t-1', { action: 'Approve', account: 'chen' });
  sandbox.faults.set({ rules: [{ fault: 'reset-after', calls: ['button'], next: 1 }] });
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  expect(await statesOf(sandbox)).toEqual(['chen Approve refused', 'bo Approve unanswered']);
});

it('a press that got no answer is done by a report whose answer was lost too, also when its repeat is refused', async () => {
  const sandbox = await openTask();
  sandbox.faults.set({
    rules: [
      { fault: 'reset-after', calls: ['button'], next: 1 },
      { fault: 'http-error-after', calls: ['taskHandle'], next: 1 },
    ],
  });
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  const item = reportItem('t-1', 'end', { handleStatus: 'Approve', handleTime: '2025-06-01 12:00:00' });
  await report(sandbox, item).catch(() => undefined);
  expect(await statesOf(sandbox)).toEqual(['bo Approve done']);
  expect(await report(sandbox, item)).toMatchObject([{ code: 2005 }]);
  expect(await statesOf(sandbox)).toEqual(['bo Approve done']);
});

it('a press that got no answer is done by a report of it, not by one of another press or button', async () => {
  const sandbox = await openTask({ code: 0 }, 'for-others');
  const lose = () => sandbox.faults.set({ rules: [{ fault: 'reset-after', calls: ['button'], next: 1 }] });
  lose();
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  await report(sandbox, reportItem('t-1', 'none', { handler: 'bo', handleStatus: 'Take back' }));
  expect(await statesOf(sandbox)).toEqual(['bo Approve unanswered']);
  lose();
  await sandbox.press('t-1', { action: 'Suspend', account: 'chen' });
  await sandbox.press('t-1', { action: 'Approve', account: 'chen' });
  await report(sandbox, reportItem('t-1', 'none', { handler: 'chen', handleStatus: 'Approve' }));
  expect(await statesOf(sandbox)).toEqual(['bo Approve unanswered', 'chen Suspend unanswered', 'chen Approve done']);
  lose();
  await sandbox.press('t-1', { action: 'Take back', account: 'chen' });
  expect((await statesOf(sandbox)).at(-1)).toBe('chen Take back unanswered');
});

it('a press that got no answer is done when its report arrives', async () => {
  const sandbox = await openTask();
  sandbox.faults.set({ rules: [{ fault: 'reset-after', calls: ['button'], next: 1 }] });
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  await report(sandbox, reportItem('t-1', 'end', { handleStatus: 'Approve' }));
  expect(await statesOf(sandbox)).toEqual(['bo Approve done']);
});

it('a call and its repeat are one press', async () => {
  const sandbox = await openTask();
  sandbox.faults.set({ rules: [{ fault: 'duplicate', calls: ['button'], next: 1 }] });
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  expect(await statesOf(sandbox)).toEqual(['bo Approve accepted']);
});

it('a press whose transaction is ended in the center before its report is overtaken', async () => {
  const sandbox = await openTask();
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  await sandbox.press('t-1', { action: 'Withdraw', account: 'anna' });
  expect(await statesOf(sandbox)).toEqual(['bo Approve overtaken', 'anna Withdraw done']);
  expect((await ask<BatchableAnswer>(sandbox, '/accounts/bo/batchable')).accepted).toEqual([]);
});

it('a press without an answer is not told by an older report, nor two of them by one', async () => {
  const sandbox = await openTask({ code: 0 }, 'for-others');
  await report(sandbox, reportItem('t-1', 'none', { handler: 'bo' }));
  const press = async (fault: 'lost' | 'reset-after') => {
    sandbox.faults.set({ rules: [{ fault, calls: ['button'], next: 1 }] });
    await sandbox.press('t-1', { action: 'Approve', account: 'chen' });
  };
  await press('lost');
  await press('reset-after');
  sandbox.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], next: 1 }] });
  await report(sandbox, reportItem('t-1', 'none', { handler: 'chen' })).catch(() => undefined);
  // Not taken, it tells as much.
  expect(await statesOf(sandbox)).toEqual(['chen Approve unanswered', 'chen Approve accepted']);
  await report(sandbox, reportItem('t-1', 'none', { handler: 'chen' }));
  expect(await statesOf(sandbox)).toEqual(['chen Approve unanswered', 'chen Approve done']);
});

it('a press whose task was handled stays done when its transaction is ended later', async () => {
  const sandbox = await openTask();
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  const actions = sandbox.task('t-1')?.buttons ?? [];
  expect(actions).not.toEqual([]);
  await report(sandbox, reportItem('t-1', 'next', { handler: 'chen', next: [nextTask('t-2', { initiator: 'anna' })] }));
  expect(await statesOf(sandbox)).toEqual(['bo Approve done']);
  await sandbox.press('t-1', { action: 'Withdraw', account: 'anna' });
  expect((await statesOf(sandbox))[0]).toBe('bo Approve done');
});

it('a press on a handled task waits for the report that is on its way', async () => {
  const sandbox = await openTask();
  await report(sandbox, reportItem('t-1', 'end'));
  await sandbox.press('t-1', { action: 'Take back', account: 'bo' });
  sandbox.faults.set({ rules: [{ fault: 'latency', ms: 60_000, calls: ['taskHandle'], next: 1 }] });
  const slow = report(sandbox, reportItem('t-1', 'end')).catch(() => undefined);
  await expect.poll(() => statesOf(sandbox)).toEqual(['bo Take back accepted']);
  await sandbox.close();
  await slow;
});

it('a press on a handled task is done with the first report of its transaction, whatever is refused later', async () => {
  const sandbox = await openTask();
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  await report(sandbox, reportItem('t-1', 'end'));
  await sandbox.press('t-1', { action: 'Take back', account: 'bo' });
  expect(await statesOf(sandbox)).toEqual(['bo Approve done', 'bo Take back done']);
  const refuse = () => sandbox.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], next: 1 }] });
  refuse();
  await report(sandbox, reportItem('t-1', 'end')).catch(() => undefined);
  expect(await statesOf(sandbox)).toEqual(['bo Approve done', 'bo Take back accepted']);
  await report(sandbox, reportItem('t-1', 'end'));
  expect(await statesOf(sandbox)).toEqual(['bo Approve done', 'bo Take back done']);
  refuse();
  await report(sandbox, reportItem('t-1', 'end')).catch(() => undefined);
  expect(await statesOf(sandbox)).toEqual(['bo Approve done', 'bo Take back done']);
});

it('a press that a fault delays is running meanwhile', async () => {
  const sandbox = await openTask();
  sandbox.faults.set({ rules: [{ fault: 'latency', ms: 3_600_000, calls: ['button'], next: 1 }] });
  const pressed = sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  await expect.poll(() => statesOf(sandbox)).toEqual(['bo Approve running']);
  await sandbox.close();
  await pressed;
});
