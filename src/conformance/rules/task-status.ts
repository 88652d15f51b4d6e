/** Events, Task-status callback: when the center asks, what it does with each answer, and the fields of taskData. */
import { byHand, type Rule } from './rule.ts';

/** Begins what to do by hand with status requests. */
const registered = 'With the status address registered';

/** An answer that lacks a field which its state needs does not change the task. */
function needed(id: string, behaviour: string, field: string, taskStatus: string): Rule {
  return byHand(id, behaviour, {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer ${taskStatus} without ${field} for ${taskId}: it stays pending.`,
  });
}

export const taskStatusRules: readonly Rule[] = [
  byHand('Task-status callback, trigger 1', 'a task that is opened after N hours is asked about', {
    make: (center) => center.openOne(),
    look: (taskId, { ACCOUNT }) =>
      `${registered}, ${ACCOUNT} opens ${taskId} after N hours: a question about it comes.`,
  }),

  byHand('Task-status callback, trigger 2', 'at 23:00:00 a run asks about all open tasks', {
    make: (center) => center.open({}, {}),
    look: (ids) => `${registered}, one question about ${ids.join(' and ')} comes at 23:00:00.`,
  }),

  byHand('Task-status callback, request', 'it holds taskIds, a list of strings, with every open task', {
    make: (center) => center.open({}, {}, {}),
    look: (ids) => `${registered}, the question of the night holds ${ids.join(', ')} in one call.`,
  }),

  byHand('Task-status callback, response', 'there is one entry for each id, in the order of the ids', {
    make: (center) => center.open({}, {}),
    look: (ids) => `${registered}, answer ${ids[0]} TERMINATED and ${ids[1]} IN_PROGRESS: only the second is pending.`,
  }),

  byHand('Task-status callback, response form', 'code is 0, message a text, data a list with an entry for each id', {
    make: (center) => center.openOne(),
    look: (taskId) =>
      `${registered}, answer TERMINATED for ${taskId} with code 500, or with an entry too many: it stays pending.`,
  }),

  byHand('Task-status callback, states', 'there are six, and an answer with any other changes nothing', {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer DONE for ${taskId}: it stays pending.`,
  }),

  byHand('Task-status callback, IN_PROGRESS', 'taskData is empty, and the task stays', {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer IN_PROGRESS for ${taskId}: it is pending as before.`,
  }),

  byHand('Task-status callback, FINISH', 'the task is handled as by a report: next is created, end concludes', {
    async make(center) {
      return { ids: await center.open({}, {}), next: center.newId('next') };
    },
    look: ({ ids, next }) => `${registered}, answer FINISH next with ${next} for ${ids[0]}, FINISH end for ${ids[1]}.`,
  }),

  byHand('Task-status callback, TERMINATED and RECALL', 'the task is no longer pending', {
    make: (center) => center.open({}, {}),
    look: (ids) => `${registered}, answer TERMINATED for ${ids[0]} and RECALL for ${ids[1]}: both leave the list.`,
  }),

  byHand('Task-status callback, TURN', 'the task leaves the list of who gave it away', {
    make: (center) => center.openOne(),
    look: (taskId, { SECOND_ACCOUNT }) =>
      `${registered}, answer TURN to ${SECOND_ACCOUNT} for ${taskId}: it leaves the list.`,
  }),

  byHand('Task-status callback, SUSPENDED', 'the task is marked, or out of the list', {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer SUSPENDED for ${taskId}: it is marked, or out of the list.`,
  }),

  needed(
    'taskData, handleTime',
    'it is required, and yyyy-MM-dd HH:mm:ss or yy-MM-dd hh:mm:ss',
    'handleTime',
    'TERMINATED',
  ),
  needed('taskData, handler', 'it is required', 'handler', 'TERMINATED'),
  needed('taskData, endTime', 'it is required when SUSPENDED', 'endTime', 'SUSPENDED'),
  needed('taskData, turnHandler', 'it is required when TURN', 'turnHandler', 'TURN'),
  needed('taskData, status', 'it is required when FINISH, and next, none or end', 'status', 'FINISH'),
  needed(
    'taskData, next',
    'its tasks have appId, nodeId, nodeName and somebody; their api buttons a method',
    'next',
    'FINISH',
  ),

  byHand('taskData, handleOpinions', 'it is optional, and part of the record', {
    make: (center) => center.open({}, {}),
    look: (ids) => `${registered}, answer FINISH end for ${ids.join(' and ')}, the first with an opinion: it is shown.`,
  }),

  byHand('taskData, next fields', 'its tasks may have every field of the table, and are created with it', {
    async make(center) {
      return { taskId: await center.openOne(), next: center.newId('next') };
    },
    look: ({ taskId, next }) =>
      `${registered}, answer FINISH next for ${taskId}, with every field in ${next}: it is created.`,
  }),
];
