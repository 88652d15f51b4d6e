import type { RawObject, SandboxAccess } from '../../support/inner/conformance.ts';
import {
  type Breakage,
  drop,
  eachAction,
  eachItem,
  eachNext,
  eachPreviousAction,
  fill,
  firstOf,
  isObject,
  loosen,
  refuse,
  swap,
  taskBody,
} from './breakage.ts';

const isEmpty = (list: unknown) => !Array.isArray(list) || list.length === 0;
const reversed = (list: unknown) => (Array.isArray(list) ? list.toReversed() : list);

/** The fields of an item. */
export const TASK_ITEMS: readonly Breakage[] = [
  ['Task handling request, array', 'it takes an item alone', taskBody((raw) => (isObject(raw) ? [raw] : raw))],
  ['Task handling request, types', 'it takes a number as opinion', eachItem(loosen('handleOpinions'))],
  [
    'Task handling request, types',
    'it passes over wrong buttons',
    eachItem((item) => (Array.isArray(item.previousActions) ? item : drop('previousActions')(item))),
  ],
  ['Task handling request, appId', 'it does not need it', eachItem(fill('appId', 'approvals'))],
  ['Task handling request, handler', 'it does not need it', eachItem(fill('handler', 'bo'))],
  ['Task handling request, handler', 'everybody may handle a task', eachItem(swap('handler', 'chen', 'bo'))],
  ['Task handling request, status', 'it does not need it', eachItem(fill('status', 'end'))],
  ['Task handling request, status', 'it takes another one', eachItem(swap('status', 'done', 'end'))],
  [
    'Task handling request, previousTaskId',
    'it looks for it all the same',
    eachItem(fill('previousTaskId', 'unknown')),
  ],
  ['Task handling request, handleOpinions and handleStatus', 'the opinion is lost', eachItem(drop('handleOpinions'))],
  [
    'Task handling request, handleOpinions and handleStatus',
    'it needs them',
    eachItem((item) => (item.status === 'end' ? { handleStatus: 7, ...item } : item)),
  ],
  [
    'Task handling request, handleTime',
    'its own clock counts',
    eachItem(swap('handleTime', '2025-06-01 10:00:00', null)),
  ],
  [
    'Task handling request, handleTime',
    'it takes a day that there is not',
    eachItem(swap('handleTime', '2025-06-31 10:00:00', '2025-07-01 10:00:00')),
  ],
  ['Task handling request, handlerName', 'the real name stands there', eachItem(drop('handlerName'))],
  [
    'Task handling request, next',
    'it takes next without a task',
    eachItem((item) => (item.status === 'next' && isEmpty(item.next) ? { ...item, status: 'none' } : item)),
  ],
  [
    'Task handling request, next',
    'it creates the tasks of an end',
    eachItem((item) => (item.status === 'end' && !isEmpty(item.next) ? { ...item, status: 'next' } : item)),
  ],
  [
    'Task handling request, previousActions',
    'they are lost at the end',
    eachItem((item) => (item.status === 'end' ? drop('previousActions')(item) : item)),
  ],
];

const pendingAs = (change: (task: ReturnType<SandboxAccess['pending']>[number]) => object) => ({
  shows: (access: SandboxAccess): Partial<SandboxAccess> => ({
    pending: (account) => access.pending(account).map((task) => ({ ...task, ...change(task) })),
  }),
});

/** The fields of a next task. */
export const NEXT_TASKS: readonly Breakage[] = [
  ['Next-task item, types', 'it takes a number as name', eachNext(loosen('taskName'))],
  ['Next-task item, types', 'it takes a number as address', eachNext(loosen('mViewUrl'))],
  ['Next-task item, types', 'it takes a text as summary', eachNext(swap('taskSummary', 'a|b', ['a|b']))],
  [
    'Next-task item, handlers',
    'it creates a task for nobody',
    eachNext((next) => (next.handlingGroup ? next : fill('handlers', 'bo')(next))),
  ],
  ['Next-task item, handlers', 'the first alone may handle it', eachNext(firstOf('handlers'))],
  ['Next-task item, handlingGroup', 'the first group alone may handle it', eachNext(firstOf('handlingGroup'))],
  [
    'Next-task item, handlingGroup',
    'another group may handle it',
    eachNext(swap('handlingGroup', 'managers', 'finance')),
  ],
  ['Next-task item, nodeId', 'it does not need it', eachNext(fill('nodeId', 'node'))],
  ['Next-task item, nodeName', 'it does not need it', eachNext(fill('nodeName', 'Conformance'))],
  ['Next-task item, node', 'a node may have two names', eachNext((next) => ({ ...next, nodeName: 'One' }))],
  ['Next-task item, node', 'a node has one task', eachNext((next) => ({ ...next, nodeName: String(next.taskId) }))],
  ['Next-task item, transTypeCode', 'it does not need it', eachNext(fill('transTypeCode', 'any'))],
  [
    'Next-task item, actions',
    'it refuses an empty list',
    eachNext((next) => (next.actions && isEmpty(next.actions) ? { ...next, actions: {} } : next)),
  ],
  ['Next-task item, autoCreateTransType', 'it is true without one', eachNext(fill('autoCreateTransType', true))],
  ['Next-task item, autoCreateTransType', 'it creates no type', eachNext(swap('autoCreateTransType', true, false))],
  [
    'Next-task item, autoCreateTransType',
    'it takes "yes" for false',
    eachNext(swap('autoCreateTransType', 'yes', false)),
  ],
  ['Next-task item, canDelegate', 'it takes 2', eachNext(swap('canDelegate', 2, 1))],
  [
    'Next-task item, addresses',
    'it takes one for the other',
    eachNext(({ handleUrl, viewUrl, ...next }) => ({
      ...next,
      handleUrl: viewUrl ?? null,
      viewUrl: handleUrl ?? null,
    })),
  ],
  ['Next-task item, initiator', 'without one it is the handler', eachNext(fill('initiator', 'bo'))],
  ['Next-task item, initiatorName', 'it is always the name of the account', eachNext(drop('initiatorName'))],
  [
    'Next-task item, initiatorName',
    'it is the account without one',
    pendingAs((task) => swap('initiatorName', 'Anna Berg', 'anna')({ ...task })),
  ],
  ['Next-task item, taskSummary', 'that of the transaction is always shown', eachNext(drop('taskSummary'))],
  [
    'Next-task item, taskSummary',
    'that of the transaction is never shown',
    pendingAs((task) => (task.summary[0] === 'Reason|rest' ? { summary: [] } : {})),
  ],
  [
    'Next-task item, transSummary',
    'its order is another',
    eachNext((next) => ({ ...next, transSummary: reversed(next.transSummary) ?? null })),
  ],
  ['Next-task item, timeOut', 'it takes a text', eachNext(swap('timeOut', '48', 48))],
  ['Next-task item, timeOut', 'it takes a fraction', eachNext(swap('timeOut', 1.5, 1))],
  ['Next-task item, names', 'that of the task is lost', eachNext(drop('taskName'))],
  ['Next-task item, names', 'that of the type is lost', eachNext(drop('transTypeName'))],
  ['Next-task item, taskId', 'it gives tasks ids of its own', eachNext(drop('taskId'))],
  ['Next-task item, taskId', 'it needs one', eachNext((next) => (next.taskId ? next : { ...next, taskId: 7 }))],
  ['Next-task item, status', 'it refuses it', eachNext(refuse('status'))],
  ['Next-task item, mhandleUrl and mviewUrl', 'it refuses one', eachNext(refuse('mviewUrl'))],
];

const isPage = (action: RawObject) => action.optType === 1 && action.method === undefined;

/** The fields of buttons. */
export const ACTION_ITEMS: readonly Breakage[] = [
  ['Action item, types', 'it takes a number as name', eachAction(loosen('name'))],
  ['Action item, types', 'it takes a text as allowMerge', eachAction(swap('allowMerge', '1', 1))],
  ['Action item, name', 'it does not need it', eachAction(fill('name', 'Go'))],
  ['Action item, url', 'it does not need it', eachAction(fill('url', 'https://host.example/'))],
  ['Action item, type', 'it does not need it', eachAction(fill('type', 'ALL'))],
  ['Action item, type', 'it takes one that there is not', eachAction(swap('type', 'APPROVE', 'ALL'))],
  ['Action item, type', 'it does not know PROMOTER', eachAction(swap('type', 'PROMOTER', 'PROMOTERS'))],
  ['Action item, optType', 'it does not need it', eachAction(fill('optType', 0))],
  ['Action item, optType', 'it takes 2', eachAction(swap('optType', 2, 1))],
  ['Action item, optType', 'it refuses a text', eachAction(swap('optType', '1', 'one'))],
  [
    'Action item, method',
    'it does not need it',
    eachAction((action) => (isPage(action) ? action : fill('method', 'post')(action))),
  ],
  ['Action item, method', 'it takes delete', eachAction(swap('method', 'delete', 'post'))],
  [
    'Action item, method',
    'a page needs one too',
    eachAction((action) => (isPage(action) ? { ...action, method: 'none' } : action)),
  ],
  ['Action item, allowMerge', 'it takes 2', eachAction(swap('allowMerge', 2, 1))],
  ['Action item, nextNodeKey', 'it refuses it', eachAction(refuse('nextNodeKey'))],
  ['Previous-action item, fields', 'it needs no name', eachPreviousAction(fill('name', 'Go'))],
  ['Previous-action item, fields', 'it needs no method', eachPreviousAction(fill('method', 'post'))],
  ['Previous-action item, fields', 'it takes a fraction as times', eachPreviousAction(swap('times', 1.5, 1))],
  ['Previous-action item, fields', 'it refuses allowMerge', eachPreviousAction(refuse('allowMerge'))],
  ['Previous-action item, optType', 'it refuses a text', eachPreviousAction(swap('optType', '0', 'zero'))],
  ['Previous-action item, times', 'it is without limit', eachPreviousAction(drop('times'))],
  ['Previous-action item, times', 'it is once', eachPreviousAction((action) => ({ ...action, times: 1 }))],
  ['Limits, times', 'without one it is once', eachPreviousAction(fill('times', 1))],
];
