/** Resources: the fields of a next task. */

import type { RawObject } from '../center.ts';
import { expect } from '../expect.ts';
import { byHand, type Rule, rule } from './rule.ts';
import { ACTION, createWrong, expectRequired, takesTask } from './task-calls.ts';

export const nextTaskRules: readonly Rule[] = [
  rule('Next-task item, types', 'a value of another type is refused', async (center) => {
    const texts = ['handlers', 'handlingGroup', 'nodeId', 'nodeName', 'transTypeCode', 'initiator', 'initiatorName'];
    const urls = ['handleUrl', 'viewUrl', 'mHandleUrl', 'mViewUrl', 'mhandleUrl', 'mviewUrl'];
    const names = ['serialNumber', 'taskName', 'transTypeName', 'transcationName', 'status'];
    for (const field of [...texts, ...urls, ...names]) await createWrong(center, { [field]: 7 });
    const others: RawObject[] = [{ actions: {} }, { actions: ['Go'] }, { taskSummary: 'a|b' }, { transSummary: [7] }];
    for (const changes of others) await createWrong(center, changes);
  }),

  rule(
    'Next-task item, handlers',
    'they are separated by a comma, each may handle; required without a group',
    async (center) => {
      const { ACCOUNT, SECOND_ACCOUNT } = center.variables;
      const both = await center.open(
        { handlers: `${ACCOUNT},${SECOND_ACCOUNT}` },
        { handlers: `${ACCOUNT},${SECOND_ACCOUNT}` },
      );
      expect(await center.tryTask(both[0] ?? '')).toBe('open');
      expect(await center.tryTask(both[1] ?? '', { handler: SECOND_ACCOUNT })).toBe('open');
      for (const handlers of [undefined, null, '']) await createWrong(center, { handlers });
    },
  ),

  rule(
    'Next-task item, handlingGroup',
    'a member of one of the groups may handle; they are separated by a comma',
    async (center) => {
      const group = center.optional('GROUP');
      const first = center.newId('group');
      // A center may refuse a group that it does not know: that is for the probe "unknown-handlers".
      const alone = center.next(center.newId('alone'), { handlers: undefined, handlingGroup: first });
      const isRefused =
        (await center.report(center.item(await center.openOne(), 'next', { next: [alone] }))).length > 0;
      const several = `${isRefused ? group : first},${group}`;
      for (const handlingGroup of [group, several]) await takesTask(center, { handlers: undefined, handlingGroup });
    },
    { needs: ['GROUP'] },
  ),

  rule('Next-task item, nodeId', 'it is required', (center) =>
    expectRequired('nodeId', (changes) => createWrong(center, changes)),
  ),
  rule('Next-task item, nodeName', 'it is required', (center) =>
    expectRequired('nodeName', (changes) => createWrong(center, changes)),
  ),
  rule('Next-task item, node', 'a node of a transaction has one name, which its tasks may share', async (center) => {
    const node = { nodeId: center.newId('node'), nodeName: 'Review' };
    const [previous = '', another = ''] = await center.open(node, node);
    const renamed = center.next(center.newId('next'), { ...node, nodeName: 'Approval' });
    const entries = await center.report(center.item(previous, 'next', { next: [renamed] }));
    expect(entries).toEqual([{ code: expect.any(Number), taskId: renamed.taskId, message: expect.any(String) }]);
    const alike = center.next(center.newId('next'), node);
    expect(await center.report(center.item(another, 'next', { next: [alike] }))).toEqual([]);
  }),
  rule('Next-task item, transTypeCode', 'it is required', (center) =>
    expectRequired('transTypeCode', (changes) => createWrong(center, changes)),
  ),

  rule('Next-task item, actions', 'they are optional', async (center) => {
    for (const actions of [undefined, null, [], [ACTION, { ...ACTION, name: 'Back' }]])
      await takesTask(center, { actions });
  }),

  byHand('Next-task item, autoCreateTransType', 'true creates the type; it is false without it', {
    async make(center) {
      await takesTask(center, { autoCreateTransType: false });
      await createWrong(center, { autoCreateTransType: 'yes' });
      // The same code in all runs, so that a center does not collect types.
      return center.openOne({ transTypeCode: 'conformance-auto', autoCreateTransType: true });
    },
    look: (taskId) => `The center has a transaction type conformance-auto since ${taskId} was created, if not before.`,
  }),

  rule('Next-task item, canDelegate', 'it is 0 or 1', async (center) => {
    for (const canDelegate of [0, 1]) await takesTask(center, { canDelegate });
    for (const canDelegate of [2, true]) await createWrong(center, { canDelegate });
  }),

  byHand('Next-task item, addresses', 'a task leads to its page for handling, a handled one to that for viewing', {
    async make(center) {
      const address = (page: string) => `https://host.example/${page}`;
      const onPc = { handleUrl: address('handle'), viewUrl: address('view') };
      const all = { ...onPc, mHandleUrl: address('m-handle'), mViewUrl: address('m-view') };
      const [open = '', done = ''] = await center.open(all, all);
      expect(await center.report(center.item(done, 'end'))).toEqual([]);
      await takesTask(center, {});
      return { open, done };
    },
    look: ({ open, done }, { ACCOUNT }) =>
      `${ACCOUNT} opens ${open} and comes to /handle on a PC, /m-handle on a phone; ${done} leads to /view and /m-view.`,
  }),

  byHand('Next-task item, initiator', 'without one it is the name of the application', {
    make: (center) => center.openOne({ initiator: undefined }),
    look: (taskId) => `${taskId} shows the name of the application as initiator.`,
  }),

  byHand('Next-task item, initiatorName', 'without one it is the name of the account', {
    make: (center) =>
      center.open({ initiatorName: 'Somebody' }).then(async ([named = '']) => [named, await center.openOne()]),
    look: ([named, plain]) => `${named} shows "Somebody" as initiator, ${plain} the name of the account.`,
  }),

  byHand('Next-task item, taskSummary', 'without one that of the transaction is shown, and without that nothing', {
    make: (center) =>
      center
        .open({ taskSummary: ['Sum|12'], transSummary: ['Reason|rest'] }, {})
        .then(async (two) => [...two, await center.openOne()]),
    look: ([own, whole, bare]) => `${own} shows "Sum: 12", ${whole} "Reason: rest", ${bare} no summary.`,
  }),

  byHand('Next-task item, transSummary', 'it has the same form', {
    async make(center) {
      await createWrong(center, { transSummary: ['no bar'] });
      return center.openOne({ transSummary: ['Reason|rest', 'Days|3'] });
    },
    look: (taskId, { INITIATOR }) => `The transaction of ${taskId} shows ${INITIATOR} "Reason: rest", then "Days: 3".`,
  }),

  rule('Next-task item, timeOut', 'it is an integer', async (center) => {
    await takesTask(center, { timeOut: 48 });
    for (const timeOut of ['48', 1.5]) await createWrong(center, { timeOut });
  }),

  byHand('Next-task item, names', 'serialNumber, taskName, transTypeName and transcationName are shown', {
    make: (center) =>
      center.openOne({
        serialNumber: 'NO-7',
        taskName: 'Look at it',
        transTypeName: 'Tests',
        transcationName: 'A test of names',
      }),
    look: (taskId) =>
      `${taskId} is shown as "Look at it", its transaction as "A test of names", number NO-7, type "Tests".`,
  }),

  rule(
    'Next-task item, taskId',
    'reports use it to name the task; without one the task is created too',
    async (center) => {
      expect(await center.tryTask(await center.openOne())).toBe('open');
      const item = center.item(await center.openOne(), 'next', { next: [center.next('', { taskId: undefined })] });
      expect(await center.report(item)).toEqual([]);
    },
  ),

  rule('Next-task item, status', 'it may be given with the value next', (center) =>
    takesTask(center, { status: 'next' }),
  ),

  rule('Next-task item, mhandleUrl and mviewUrl', 'they may be given', (center) =>
    takesTask(center, { mhandleUrl: 'https://host.example/m', mviewUrl: 'https://host.example/m' }),
  ),
];
