/** Events, Task-status callback: the fields of taskData. */

import type { RuleId } from '../checklist.ts';
import { byHand, type Rule, registered } from './rule.ts';

/** An answer that lacks a field which its state needs does not change the task. */
function needed(id: RuleId, behaviour: string, field: string, taskStatus: string): Rule {
  return byHand(id, behaviour, {
    make: (center) => center.openOne(),
    look: (taskId) => `${registered}, answer ${taskStatus} without ${field} for ${taskId}: it stays pending.`,
  });
}

export const taskDataRules: readonly Rule[] = [
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
