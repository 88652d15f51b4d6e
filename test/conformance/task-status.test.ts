/** Events, Task-status callback: when the center asks, and what it does with each answer. */
import { expect, vi } from 'vitest';
import { Center, type RawObject } from './center.ts';
import type { RuleId } from './checklist.ts';
import { type Hands, openSandbox } from './hands.ts';
import { idsIn } from './listener.ts';
import { byHand } from './rule.ts';

const DAY = 86_400_000;
const TIME = '2025-06-01 10:00:00';

const lastQuestion = (hands: Hands) => hands.system.received.findLast(({ path }) => path === '/status');
const stateOf = (hands: Hands, center: Center, taskId: string) =>
  hands.pending(center.variables.ACCOUNT).find((task) => task.taskId === taskId)?.state ?? 'not pending';
const registered = 'With the status address registered';

/** Says this of the task, lets the center ask, and returns what it found wrong. */
async function answer(
  hands: Hands,
  taskId: string,
  taskStatus: string,
  taskData: RawObject,
): Promise<readonly object[]> {
  hands.system.say(taskId, taskStatus, taskData);
  const runs = await hands.runNightly();
  hands.system.say(taskId, 'IN_PROGRESS', {});
  return runs.flatMap(({ problems }) => problems).filter((problem) => problem.taskId === taskId);
}

byHand('Task-status callback, trigger 1', 'a task that is opened after N hours is asked about', {
  make: (center) => center.openOne(),
  look: (taskId, { ACCOUNT }) => `${registered}, ${ACCOUNT} opens ${taskId} after N hours: a question about it comes.`,
  async see(hands, taskId, { variables: { ACCOUNT } }) {
    expect((await hands.open(taskId, ACCOUNT)).asked).toBeUndefined();
    hands.letPass(2 * DAY);
    expect((await hands.open(taskId, ACCOUNT)).asked).toMatchObject({
      trigger: 'open',
      taskIds: [taskId],
      problems: [],
    });
    hands.letPass(-2 * DAY);
  },
});

byHand('Task-status callback, trigger 2', 'at 23:00:00 a run asks about all open tasks', {
  make: (center) => center.open({}, {}),
  look: (ids) => `${registered}, one question about ${ids.join(' and ')} comes at 23:00:00.`,
  async see() {
    await using opened = await openSandbox({ timeZone: 'UTC' });
    const taskId = await new Center(opened.variables).openOne();
    const { hands } = opened;
    const left = DAY - ((hands.now() - 23 * 3_600_000) % DAY);
    if (left > 60_000) hands.letPass(left - 30_000);
    expect(hands.statusRuns).toEqual([]);
    hands.letPass(60_000);
    await vi.waitFor(() => expect(hands.statusRuns).toMatchObject([{ trigger: 'nightly', taskIds: [taskId] }]), 10_000);
  },
});

byHand('Task-status callback, request', 'it holds taskIds, a list of strings, with every open task', {
  make: (center) => center.open({}, {}, {}),
  look: (ids) => `${registered}, the question of the night holds ${ids.join(', ')} in one call.`,
  async see(hands, ids) {
    await hands.runNightly();
    const question = lastQuestion(hands);
    expect(question).toMatchObject({ method: 'POST', body: { taskIds: expect.arrayContaining(ids) } });
  },
});

byHand('Task-status callback, response', 'there is one entry for each id, in the order of the ids', {
  make: (center) => center.open({}, {}),
  look: (ids) => `${registered}, answer ${ids[0]} TERMINATED and ${ids[1]} IN_PROGRESS: only the second is pending.`,
  async see(hands, [first = '', second = ''], center) {
    hands.system.say(first, 'TERMINATED', { handleTime: TIME, handler: 'bo' });
    await hands.runNightly();
    expect(idsIn(lastQuestion(hands)?.body)).toEqual(expect.arrayContaining([first, second]));
    expect([stateOf(hands, center, first), stateOf(hands, center, second)]).toEqual(['not pending', 'pending']);
  },
});

byHand('Task-status callback, IN_PROGRESS', 'taskData is empty, and the task stays', {
  make: (center) => center.openOne(),
  look: (taskId) => `${registered}, answer IN_PROGRESS for ${taskId}: it is pending as before.`,
  async see(hands, taskId, center) {
    expect(await answer(hands, taskId, 'IN_PROGRESS', {})).toEqual([]);
    expect(await answer(hands, taskId, 'IN_PROGRESS', { handleTime: TIME })).toHaveLength(1);
    expect(stateOf(hands, center, taskId)).toBe('pending');
  },
});

byHand('Task-status callback, FINISH', 'the task is handled as by a report: next is created, end concludes', {
  async make(center) {
    return { ids: await center.open({}, {}), next: center.newId('next') };
  },
  look: ({ ids, next }) => `${registered}, answer FINISH next with ${next} for ${ids[0]}, FINISH end for ${ids[1]}.`,
  async see(hands, { ids: [one = '', other = ''], next }, center) {
    const { ACCOUNT, APP_ID, TRANS_TYPE_CODE } = center.variables;
    const task = {
      appId: APP_ID,
      taskId: next,
      nodeId: 'n',
      nodeName: 'N',
      handlers: ACCOUNT,
      transTypeCode: TRANS_TYPE_CODE,
    };
    const handled = { handleTime: TIME, handler: ACCOUNT };
    expect(await answer(hands, one, 'FINISH', { ...handled, status: 'next', next: [task] })).toEqual([]);
    expect([stateOf(hands, center, one), stateOf(hands, center, next)]).toEqual(['not pending', 'pending']);
    expect(await answer(hands, other, 'FINISH', { ...handled, status: 'end' })).toEqual([]);
    expect(hands.transactions().find(({ taskIds }) => taskIds.includes(other))?.conclusions).toHaveLength(1);
  },
});

byHand('Task-status callback, TERMINATED and RECALL', 'the task is no longer pending', {
  make: (center) => center.open({}, {}),
  look: (ids) => `${registered}, answer TERMINATED for ${ids[0]} and RECALL for ${ids[1]}: both leave the list.`,
  async see(hands, [one = '', other = ''], center) {
    expect(await answer(hands, one, 'TERMINATED', { handleTime: TIME, handler: 'bo' })).toEqual([]);
    expect(await answer(hands, other, 'RECALL', { handleTime: TIME, handler: 'bo' })).toEqual([]);
    expect([stateOf(hands, center, one), stateOf(hands, center, other)]).toEqual(['not pending', 'not pending']);
  },
});

byHand('Task-status callback, TURN', 'the task leaves the list of who gave it away', {
  make: (center) => center.openOne(),
  look: (taskId, { SECOND_ACCOUNT }) =>
    `${registered}, answer TURN to ${SECOND_ACCOUNT} for ${taskId}: it leaves the list.`,
  async see(hands, taskId, center) {
    const turnHandler = center.variables.SECOND_ACCOUNT;
    expect(await answer(hands, taskId, 'TURN', { handleTime: TIME, handler: 'bo', turnHandler })).toEqual([]);
    expect(stateOf(hands, center, taskId)).toBe('not pending');
  },
});

byHand('Task-status callback, SUSPENDED', 'the task is suspended until it is said to be in progress', {
  make: (center) => center.openOne(),
  look: (taskId) => `${registered}, answer SUSPENDED for ${taskId}: it is marked, or out of the list.`,
  async see(hands, taskId, center) {
    expect(await answer(hands, taskId, 'SUSPENDED', { handleTime: TIME, handler: 'bo', endTime: TIME })).toEqual([]);
    expect(stateOf(hands, center, taskId)).toBe('suspended');
    expect(await answer(hands, taskId, 'IN_PROGRESS', {})).toEqual([]);
    expect(stateOf(hands, center, taskId)).toBe('pending');
  },
});

const RIGHT: RawObject = { handleTime: TIME, handler: 'bo', endTime: TIME, turnHandler: 'chen', status: 'none' };

/** An answer that lacks a field leaves the task as it is. */
function needed(
  id: RuleId,
  behaviour: string,
  field: string,
  taskStatus: string,
  wrong: readonly unknown[] = [undefined, null],
): void {
  byHand(id, behaviour, {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer ${taskStatus} without ${field} for ${taskId}: it stays pending.`,
    async see(hands, taskId, center) {
      const fields: Readonly<Record<string, string>> = { SUSPENDED: 'endTime', TURN: 'turnHandler', FINISH: 'status' };
      const own = ['handleTime', 'handler', fields[taskStatus] ?? ''];
      const taskData = Object.fromEntries(Object.entries(RIGHT).filter(([name]) => own.includes(name)));
      for (const value of wrong) {
        expect(await answer(hands, taskId, taskStatus, { ...taskData, [field]: value })).toHaveLength(1);
        expect(stateOf(hands, center, taskId)).toBe('pending');
      }
    },
  });
}

const task = { appId: 'approvals', nodeId: 'n', nodeName: 'N', handlers: 'bo', transTypeCode: 't' };
const wrongTasks = ['appId', 'nodeId', 'nodeName', 'handlers'].map((field) => [{ ...task, [field]: undefined }]);
const wrongButton = [{ ...task, actions: [{ name: 'Go', type: 'HANDLE', url: 'https://h.example', optType: 0 }] }];

needed(
  'taskData, handleTime',
  'it is required, and yyyy-MM-dd HH:mm:ss or yy-MM-dd hh:mm:ss',
  'handleTime',
  'TERMINATED',
  [undefined, null, '10:00'],
);
needed('taskData, handler', 'it is required', 'handler', 'TERMINATED');
needed('taskData, endTime', 'it is required when SUSPENDED', 'endTime', 'SUSPENDED');
needed('taskData, turnHandler', 'it is required when TURN', 'turnHandler', 'TURN');
needed('taskData, status', 'it is required when FINISH, and next, none or end', 'status', 'FINISH', [
  undefined,
  null,
  'done',
]);
needed(
  'taskData, next',
  'its tasks have appId, nodeId, nodeName and somebody; their api buttons a method',
  'next',
  'FINISH',
  [...wrongTasks, wrongButton],
);
