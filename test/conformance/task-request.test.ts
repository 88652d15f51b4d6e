/** Resources: the fields of a task handling item, its next tasks and its buttons. */
import { expect } from 'vitest';
import type { Center, ErrorEntry, RawObject } from './center.ts';
import { byHand, rule } from './rule.ts';

const ACTION = { name: 'Go', type: 'HANDLE', url: 'https://host.example/go', optType: 0, method: 'post' };

const isNull = (field: string) =>
  expect.objectContaining({ code: 400, message: expect.stringMatching(new RegExp(`${field}.{0,3} is null`)) });

/** Without the field, with null in it, and with an empty text, an item fails with 400. */
async function expectRequired(field: string, wrong: (value: RawObject) => Promise<readonly ErrorEntry[]>) {
  for (const value of [undefined, null, '']) {
    expect(await wrong({ [field]: value }), `${field}: ${value}`).toContainEqual(isNull(field));
  }
}

/** An item about an open task, and whether the task was touched. */
async function reportWrong(center: Center, changes: RawObject): Promise<readonly ErrorEntry[]> {
  const errors = await center.report(center.item(await center.openOne(), 'end', changes));
  expect(errors).toHaveLength(1);
  return errors;
}

/** The entries about a next task with these fields. */
async function createWrong(center: Center, changes: RawObject): Promise<readonly ErrorEntry[]> {
  const next = center.next(center.newId('wrong'), changes);
  const errors = await center.report(center.item(await center.openOne(), 'next', { next: [next] }));
  if (changes.taskId === undefined) expect(await center.tryTask(String(next.taskId))).toBe('unknown');
  return errors;
}

const refusesAction = async (center: Center, changes: RawObject) => {
  expect(await createWrong(center, { actions: [{ ...ACTION, ...changes }] }), JSON.stringify(changes)).toHaveLength(1);
};
const takesTask = async (center: Center, changes: RawObject) => {
  expect(await center.tryTask(await center.openOne(changes)), JSON.stringify(changes)).toBe('open');
};

rule('Task handling request, appId', 'it is required', (center) =>
  expectRequired('appId', (changes) => reportWrong(center, changes)),
);

rule('Task handling request, handler', 'it is required, and must be a handler of the task', async (center) => {
  await expectRequired('handler', (changes) => reportWrong(center, changes));
  const { SECOND_ACCOUNT } = center.variables;
  const taskId = await center.openOne();
  const errors = await center.report(center.item(taskId, 'end', { handler: SECOND_ACCOUNT }));
  expect(errors).toEqual([expect.objectContaining({ taskId })]);
  expect(await center.tryTask(taskId)).toBe('open');
});

rule('Task handling request, status', 'it is required, and one of next, none and end', async (center) => {
  await expectRequired('status', (changes) => reportWrong(center, changes));
  expect(await reportWrong(center, { status: 'done' })).toEqual([expect.objectContaining({ code: 400 })]);
});

rule('Task handling request, previousTaskId', 'it is required', (center) =>
  expectRequired('previousTaskId', (changes) => center.report(center.item('', 'none', changes))),
);

byHand('Task handling request, handleOpinions and handleStatus', 'they are optional, and shown', {
  async make(center) {
    const [bare = '', told = ''] = await center.open({}, {});
    expect(await center.report(center.item(bare, 'none'))).toEqual([]);
    const words = { handleOpinions: 'well done', handleStatus: 'Approved' };
    expect(await center.report(center.item(told, 'none', words))).toEqual([]);
    return told;
  },
  look: (taskId, { ACCOUNT }) => `In the record of ${taskId}, ${ACCOUNT} has "Approved", with the opinion "well done".`,
  see(hands, taskId, center) {
    const task = hands.handled(center.variables.ACCOUNT).find((each) => each.taskId === taskId);
    expect(hands.recordsOf(taskId)).toMatchObject([{ handleOpinions: 'well done', handleStatus: 'Approved' }]);
    expect(task?.taskId).toBe(taskId);
  },
});

byHand('Task handling request, handleTime', 'it is yyyy-MM-dd HH:mm:ss, and of an end the conclusion time', {
  async make(center) {
    for (const handleTime of ['2025-06-01T10:00:00Z', '2025-06-31 10:00:00', '10:00']) {
      expect(await reportWrong(center, { handleTime }), handleTime).toEqual([expect.objectContaining({ code: 400 })]);
    }
    const taskId = await center.openOne();
    expect(await center.report(center.item(taskId, 'end', { handleTime: '2025-06-01 10:00:00' }))).toEqual([]);
    return taskId;
  },
  look: (taskId, { INITIATOR }) =>
    `In the initiated list of ${INITIATOR} the transaction of ${taskId} was concluded at 2025-06-01 10:00:00.`,
  see(hands, taskId, { variables }) {
    const transaction = hands.initiated(variables.INITIATOR).find(({ tasks }) => tasks[0]?.taskId === taskId);
    expect(transaction?.concludedAt).toBe('2025-06-01 10:00:00');
  },
});

byHand('Task handling request, handlerName', 'it stands instead of the real name', {
  async make(center) {
    const taskId = await center.openOne();
    expect(await center.report(center.item(taskId, 'none', { handlerName: 'The committee' }))).toEqual([]);
    return taskId;
  },
  look: (taskId) => `In the record of ${taskId} it was handled by "The committee".`,
  see: (hands, taskId) => expect(hands.recordsOf(taskId)).toMatchObject([{ handlerName: 'The committee' }]),
});

rule('Task handling request, next', 'status next needs it, and other statuses do not look at it', async (center) => {
  for (const next of [undefined, null, []]) {
    expect(await reportWrong(center, { status: 'next', next })).toEqual([isNull('next')]);
  }
  for (const status of ['none', 'end']) {
    const ignored = center.newId('ignored');
    const item = center.item(await center.openOne(), status, { next: [center.next(ignored)] });
    expect(await center.report(item)).toEqual([]);
    expect(await center.tryTask(ignored)).toBe('unknown');
  }
});

byHand('Task handling request, previousActions', 'they are buttons of the task that was just handled', {
  async make(center) {
    const taskId = await center.openOne();
    const takeBack = { ...ACTION, name: 'Take back', type: 'HANDLEDR', optType: '0', url: center.variables.BUTTON_URL };
    expect(await center.report(center.item(taskId, 'none', { previousActions: [takeBack] }))).toEqual([]);
    return taskId;
  },
  look: (taskId, { ACCOUNT }) => `In the handled list of ${ACCOUNT}, ${taskId} has a button "Take back".`,
  see(hands, taskId, { variables }) {
    const task = hands.handled(variables.ACCOUNT).find((each) => each.taskId === taskId);
    expect(task?.buttons.map(({ name }) => name)).toEqual(['Take back']);
  },
});

rule(
  'Next-task item, handlers',
  'several are separated by a comma, each may handle; without a group one is needed',
  async (center) => {
    const { ACCOUNT, SECOND_ACCOUNT } = center.variables;
    const both = await center.open(
      { handlers: `${ACCOUNT},${SECOND_ACCOUNT}` },
      { handlers: `${ACCOUNT},${SECOND_ACCOUNT}` },
    );
    expect(await center.tryTask(both[0] ?? '')).toBe('open');
    expect(await center.tryTask(both[1] ?? '', { handler: SECOND_ACCOUNT })).toBe('open');
    for (const handlers of [undefined, null, '']) expect(await createWrong(center, { handlers })).toHaveLength(1);
  },
);

rule(
  'Next-task item, handlingGroup',
  'a member of the group may handle',
  async (center) => {
    await takesTask(center, { handlers: undefined, handlingGroup: center.optional('GROUP') });
  },
  { needs: ['GROUP'] },
);

rule('Next-task item, nodeId', 'it is required', (center) =>
  expectRequired('nodeId', (changes) => createWrong(center, changes)),
);
rule('Next-task item, nodeName', 'it is required', (center) =>
  expectRequired('nodeName', (changes) => createWrong(center, changes)),
);
rule('Next-task item, node', 'a node of a transaction has one name, which its tasks may share', async (center) => {
  const node = { nodeId: center.newId('node'), nodeName: 'Review' };
  const [previous = '', another = ''] = await center.open(node, node);
  const renamed = center.next(center.newId('next'), { ...node, nodeName: 'Approval' });
  const entries = await center.report(center.item(previous, 'next', { next: [renamed] }));
  expect(entries).toEqual([{ code: expect.any(Number), taskId: renamed.taskId, message: expect.any(String) }]);
  const alike = center.next(center.newId('next'), node);
  expect(await center.report(center.item(another, 'next', { next: [alike] }))).toEqual([]);
});
rule('Next-task item, transTypeCode', 'it is required', (center) =>
  expectRequired('transTypeCode', (changes) => createWrong(center, changes)),
);

rule('Next-task item, actions', 'they are optional', async (center) => {
  for (const actions of [undefined, null, [], [ACTION, { ...ACTION, name: 'Back' }]])
    await takesTask(center, { actions });
});

rule('Next-task item, autoCreateTransType', 'it is true or false', async (center) => {
  await takesTask(center, { autoCreateTransType: false });
  expect(await createWrong(center, { autoCreateTransType: 'yes' })).toHaveLength(1);
});

rule('Next-task item, canDelegate', 'it is 0 or 1', async (center) => {
  for (const canDelegate of [0, 1]) await takesTask(center, { canDelegate });
  expect(await createWrong(center, { canDelegate: 2 })).toHaveLength(1);
});

rule('Next-task item, addresses', 'there are four for PC and mobile, all optional', async (center) => {
  const address = 'https://host.example/page';
  await takesTask(center, { handleUrl: address, viewUrl: address, mHandleUrl: address, mViewUrl: address });
});

byHand('Next-task item, initiator', 'without one the name of the application stands there', {
  make: (center) => center.openOne({ initiator: undefined }),
  look: (taskId) => `${taskId} shows the name of the application as initiator.`,
  see(hands, taskId, { variables }) {
    const task = hands.pending(variables.ACCOUNT).find((each) => each.taskId === taskId);
    expect(task?.initiator).toBe('Approvals');
  },
});

byHand('Next-task item, initiatorName', 'without one the name of the account stands there', {
  make: (center) =>
    center.open({ initiatorName: 'Somebody' }).then(async ([named = '']) => [named, await center.openOne()]),
  look: ([named, plain]) => `${named} shows "Somebody" as initiator, ${plain} the name of the account.`,
  see(hands, taskIds, { variables }) {
    const names = taskIds.map(
      (taskId) => hands.pending(variables.ACCOUNT).find((each) => each.taskId === taskId)?.initiatorName,
    );
    expect(names).toEqual(['Somebody', 'Anna Berg']);
  },
});

byHand('Next-task item, taskSummary', 'without one that of the transaction is shown, and without that nothing', {
  make: (center) =>
    center
      .open({ taskSummary: ['Sum|12'], transSummary: ['Reason|rest'] }, {})
      .then(async (two) => [...two, await center.openOne()]),
  look: ([own, whole, bare]) => `${own} shows "Sum: 12", ${whole} "Reason: rest", ${bare} no summary.`,
  see(hands, taskIds, { variables }) {
    const pending = hands.pending(variables.ACCOUNT);
    const shown = taskIds.map((taskId) => pending.find((each) => each.taskId === taskId)?.summary);
    expect(shown).toEqual([['Sum|12'], ['Reason|rest'], []]);
  },
});

byHand('Next-task item, transSummary', 'it has the same form', {
  async make(center) {
    expect(await createWrong(center, { transSummary: ['no bar'] })).toHaveLength(1);
    return center.openOne({ transSummary: ['Reason|rest', 'Days|3'] });
  },
  look: (taskId, { INITIATOR }) => `The transaction of ${taskId} shows ${INITIATOR} "Reason: rest", then "Days: 3".`,
  see(hands, taskId, { variables }) {
    const transaction = hands.initiated(variables.INITIATOR).find(({ tasks }) => tasks[0]?.taskId === taskId);
    expect(transaction?.summary).toEqual(['Reason|rest', 'Days|3']);
  },
});

rule('Next-task item, timeOut', 'it is an integer', async (center) => {
  await takesTask(center, { timeOut: 48 });
  for (const timeOut of ['48', 1.5]) expect(await createWrong(center, { timeOut })).toHaveLength(1);
});

byHand('Next-task item, names', 'serialNumber, taskName, transTypeName and transcationName are shown', {
  make: (center) =>
    center.openOne({
      serialNumber: 'NO-7',
      taskName: 'Look at it',
      transTypeName: 'Tests',
      transcationName: 'A test of names',
    }),
  look: (taskId) => `${taskId} is shown as "Look at it", its transaction as "A test of names", number NO-7.`,
  see(hands, taskId, { variables }) {
    const task = hands.pending(variables.ACCOUNT).find((each) => each.taskId === taskId);
    expect(task).toMatchObject({ taskName: 'Look at it', transactionName: 'A test of names', serialNumber: 'NO-7' });
  },
});

rule('Next-task item, taskId', 'a report names the task by it; without one the task is created too', async (center) => {
  expect(await center.tryTask(await center.openOne())).toBe('open');
  const item = center.item(await center.openOne(), 'next', { next: [center.next('', { taskId: undefined })] });
  expect(await center.report(item)).toEqual([]);
});

rule('Next-task item, status', 'it may stand there with the value next', (center) =>
  takesTask(center, { status: 'next' }),
);

rule('Next-task item, mhandleUrl and mviewUrl', 'they may stand there', (center) =>
  takesTask(center, { mhandleUrl: 'https://host.example/m', mviewUrl: 'https://host.example/m' }),
);

rule('Action item, name', 'it is required', (center) => refusesAction(center, { name: undefined }));
rule('Action item, url', 'it is required', (center) => refusesAction(center, { url: undefined }));

const TYPES = 'HANDLE BREAK_UP REVOKE HANG_UP ACTIVE CIRCULARIZE TRANSFER PROMOTER HANDLEDR DEAL ALL'.split(' ');

rule('Action item, type', 'it is required, and one of the eleven', async (center) => {
  await takesTask(center, { actions: TYPES.map((type) => ({ ...ACTION, name: type, type })) });
  for (const type of [undefined, 'APPROVE']) await refusesAction(center, { type });
});

rule('Action item, optType', 'it is required: 0 or 1, or the same as a string', async (center) => {
  for (const optType of [0, 1, '0', '1']) await takesTask(center, { actions: [{ ...ACTION, optType }] });
  for (const optType of [undefined, 2]) await refusesAction(center, { optType });
});

rule('Action item, method', 'it is get, post or put, and required of an api button', async (center) => {
  for (const method of ['get', 'post', 'put']) await takesTask(center, { actions: [{ ...ACTION, method }] });
  await takesTask(center, { actions: [{ ...ACTION, optType: 1, method: undefined }] });
  for (const method of [undefined, 'delete']) await refusesAction(center, { method });
});

rule('Action item, allowMerge', 'it is 0 or 1', async (center) => {
  for (const allowMerge of [0, 1, undefined]) await takesTask(center, { actions: [{ ...ACTION, allowMerge }] });
  await refusesAction(center, { allowMerge: 2 });
});

rule('Action item, nextNodeKey', 'it is optional', (center) =>
  takesTask(center, { actions: [{ ...ACTION, nextNodeKey: 'archive' }] }),
);

rule('Previous-action item, optType', 'it is a string', async (center) => {
  const previousActions = [{ ...ACTION, optType: '0' }];
  expect(await center.report(center.item(await center.openOne(), 'none', { previousActions }))).toEqual([]);
});

byHand('Previous-action item, times', 'the button may be executed so often; null is without limit', {
  async make(center) {
    const taskId = await center.openOne();
    const { BUTTON_URL } = center.variables;
    const button = { ...ACTION, type: 'HANDLEDR', optType: '0', url: BUTTON_URL };
    const previousActions = [
      { ...button, name: 'Once', times: 1 },
      { ...button, name: 'Always', times: null },
    ];
    expect(await center.report(center.item(taskId, 'none', { previousActions }))).toEqual([]);
    return taskId;
  },
  look: (taskId, { ACCOUNT }) =>
    `In the handled list of ${ACCOUNT} press "Once" and "Always" of ${taskId}: then only "Always" is left.`,
  async see(hands, taskId, { variables: { ACCOUNT } }) {
    for (const action of ['Once', 'Always']) await hands.press(taskId, { action, account: ACCOUNT });
    const task = hands.handled(ACCOUNT).find((each) => each.taskId === taskId);
    expect(task?.buttons.map(({ name }) => name)).toEqual(['Always']);
  },
});
