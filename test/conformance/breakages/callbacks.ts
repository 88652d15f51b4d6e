import type { RawObject, SandboxAccess } from '../../support/inner/conformance.ts';
import type { Between } from '../between.ts';
import {
  asObject,
  type Breakage,
  drop,
  eachPress,
  eachState,
  eachTaskData,
  fill,
  pressBody,
  questionBody,
  stateAnswer,
  swap,
} from './breakage.ts';

const shown = (shows: (access: SandboxAccess) => Partial<SandboxAccess>): Between => ({ shows });
const TIME = '2025-06-01 10:00:00';
type Listed = ReturnType<SandboxAccess['pending']>[number];
const without = (task: Listed, name: string): Listed => ({
  ...task,
  buttons: task.buttons.filter((each) => each.name !== name),
});
const inClear = ({ body }: { readonly body: string }) => ({
  body: JSON.stringify({ ...asObject(JSON.parse(body)), opinions: 'fine' }),
});

/** Presses, batches and the lists of buttons. */
export const PRESSES: readonly Breakage[] = [
  ['Button callback, call', 'it always calls by POST', eachPress(() => ({ method: 'POST' }))],
  ['Button callback, call', 'it calls another path', eachPress(({ path }) => ({ path: path.replace('/button', '/') }))],
  [
    'Button callback, parameters',
    'a parameter has another name',
    pressBody(({ opinions, ...rest }) => ({ ...rest, opinion: opinions })),
  ],
  ['Button callback, parameters', 'nextNodeKey is empty', pressBody((body) => ({ ...body, nextNodeKey: '' }))],
  [
    'Button callback, parameters',
    'the time has another form',
    pressBody((body) => ({ ...body, time: String(body.time).replace(' ', 'T') })),
  ],
  [
    'Button callback, headers',
    'every call has the same uuid',
    eachPress(({ headers }) => ({ headers: { ...headers, uuid: 'one' } })),
  ],
  [
    'Button callback, headers',
    'there is no token of the person',
    eachPress(({ headers: { 'x-id-token': _token, ...headers } }) => ({ headers })),
  ],
  [
    'Button callback, POST or PUT',
    'the body is a form',
    eachPress(({ headers }) => ({ headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } })),
  ],
  ['Button callback, POST or PUT', 'the body lacks an empty opinion', pressBody(drop('opinions'))],
  [
    'Button callback, GET',
    'the query lacks the parameters',
    eachPress(({ path }) => ({ path: path.replace(/&.*/, '') })),
  ],
  ['Button callback, body protection', 'an opinion is in the clear', eachPress(inClear)],
  [
    'Button callback, page',
    'it calls the page',
    shown((access) => ({
      async press(taskId, press) {
        const result = await access.press(taskId, press);
        if (result.opened !== undefined) await fetch(result.opened);
        return result;
      },
    })),
  ],
  [
    'Batch approval, loop',
    'the first task is called alone',
    shown((access) => ({ batch: (ids, batch) => access.batch(ids.slice(0, 1), batch) })),
  ],
  ['Batch approval, loop', 'the opinion is lost', pressBody((body) => ({ ...body, opinions: '' }))],
  ['Batch approval, allowMerge', 'every task can be chosen', shown((access) => ({ batchable: access.pending }))],
  ['Batch approval, actions', 'previous actions stand in a batch', shown((access) => ({ batchable: access.handled }))],
  [
    'Button visibility, pending',
    'it lacks DEAL',
    shown((access) => ({ pending: (account) => access.pending(account).map((task) => without(task, 'DEAL')) })),
  ],
  [
    'Button visibility, handled',
    'it lacks HANDLEDR',
    shown((access) => ({ handled: (account) => access.handled(account).map((task) => without(task, 'HANDLEDR')) })),
  ],
  [
    'Button visibility, initiated',
    'it lacks PROMOTER',
    shown((access) => ({
      initiated: (account) =>
        access
          .initiated(account)
          .map((each) => ({ ...each, tasks: each.tasks.map((task) => without(task, 'PROMOTER')) })),
    })),
  ],
];

const nextOf = (taskData: RawObject, change: (task: RawObject) => RawObject): RawObject =>
  Array.isArray(taskData.next) ? { ...taskData, next: taskData.next.map((task) => change(asObject(task))) } : taskData;
const asInProgress = (state: string): Between =>
  eachState((entry) => (entry.taskStatus === state ? { ...entry, taskStatus: 'IN_PROGRESS', taskData: {} } : entry));
const RUN = {
  at: 0,
  trigger: 'nightly',
  appId: 'approvals',
  taskIds: [],
  status: 200,
  states: {},
  problems: [],
} as const;

/** Questions about states, and their answers: what the center passes over in an answer is put right before it reads it. */
export const STATES: readonly Breakage[] = [
  [
    'Task-status callback, trigger 1',
    'it does not ask when a task is opened',
    shown((access) => ({
      open: async (taskId, account) => ({ ...(await access.open(taskId, account)), asked: undefined }),
    })),
  ],
  ['Task-status callback, trigger 2', 'it asks at any time', shown(() => ({ statusRuns: [RUN] }))],
  ['Task-status callback, request', 'the list has another name', questionBody(({ taskIds }) => ({ ids: taskIds }))],
  [
    'Task-status callback, request',
    'it asks about one task',
    questionBody(({ taskIds }) => ({ taskIds: Array.isArray(taskIds) ? taskIds.slice(0, 1) : [] })),
  ],
  [
    'Task-status callback, response',
    'it reads the answer in another order',
    stateAnswer((body) => ({ ...body, data: Array.isArray(body.data) ? body.data.toReversed() : [] })),
  ],
  [
    'Task-status callback, response form',
    'it does not look at the code',
    stateAnswer((body) => ({ ...body, code: 0 })),
  ],
  ['Task-status callback, response form', 'it needs no message', stateAnswer(fill('message', 'success'))],
  [
    'Task-status callback, response form',
    'it passes over an entry too many',
    stateAnswer((body) => ({
      ...body,
      data: Array.isArray(body.data)
        ? body.data.filter(
            (entry, index, all) =>
              all.findIndex((other) => asObject(other).taskId === asObject(entry).taskId) === index,
          )
        : body.data,
    })),
  ],
  ['Task-status callback, states', 'it takes one that there is not', eachState(swap('taskStatus', 'DONE', 'FINISH'))],
  [
    'Task-status callback, IN_PROGRESS',
    'it passes over taskData',
    eachState((entry) => (entry.taskStatus === 'IN_PROGRESS' ? { ...entry, taskData: {} } : entry)),
  ],
  [
    'Task-status callback, FINISH',
    'it creates no next task',
    eachTaskData((taskData) => ({ ...drop('next')(taskData), status: 'none' })),
  ],
  ['Task-status callback, FINISH', 'it does not conclude', eachTaskData(swap('status', 'end', 'none'))],
  ['Task-status callback, TERMINATED and RECALL', 'a revoked task stays', asInProgress('RECALL')],
  ['Task-status callback, TERMINATED and RECALL', 'a terminated task stays', asInProgress('TERMINATED')],
  ['Task-status callback, TURN', 'a transferred task stays', asInProgress('TURN')],
  ['Task-status callback, SUSPENDED', 'a suspended task is not marked', asInProgress('SUSPENDED')],
  ['taskData, handleTime', 'it does not need it', eachTaskData(fill('handleTime', TIME))],
  ['taskData, handleTime', 'it takes another form', eachTaskData(swap('handleTime', '10:00', TIME))],
  ['taskData, handler', 'it does not need it', eachTaskData(fill('handler', 'bo'))],
  ['taskData, handleOpinions', 'it is lost', eachTaskData(drop('handleOpinions'))],
  ['taskData, endTime', 'it does not need it', eachTaskData(fill('endTime', TIME))],
  ['taskData, turnHandler', 'it does not need it', eachTaskData(fill('turnHandler', 'chen'))],
  ['taskData, status', 'it does not need it', eachTaskData(fill('status', 'none'))],
  ['taskData, status', 'it takes another one', eachTaskData(swap('status', 'done', 'none'))],
  ...(['appId', 'nodeId', 'nodeName', 'handlers'] as const).map(
    (field): Breakage => [
      'taskData, next',
      `it does not need ${field}`,
      eachTaskData((taskData) => nextOf(taskData, fill(field, field === 'appId' ? 'approvals' : 'bo'))),
    ],
  ),
  [
    'taskData, next',
    'an api button needs no method',
    eachTaskData((taskData) =>
      nextOf(taskData, (task) =>
        Array.isArray(task.actions)
          ? { ...task, actions: task.actions.map((each) => fill('method', 'post')(asObject(each))) }
          : task,
      ),
    ),
  ],
  [
    'taskData, next fields',
    'it refuses canDelegate',
    eachTaskData((taskData) => nextOf(taskData, swap('canDelegate', 1, 'yes'))),
  ],
  [
    'taskData, next fields',
    'the first handler alone finds it',
    eachTaskData((taskData) =>
      nextOf(taskData, (task) => ({ ...task, handlers: String(task.handlers).split(',')[0] })),
    ),
  ],
  ['taskData, next fields', 'its buttons are lost', eachTaskData((taskData) => nextOf(taskData, drop('actions')))],
];
