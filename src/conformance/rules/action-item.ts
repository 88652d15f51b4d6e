/** Resources: the fields of a button, of a next task and of one that was just handled. */

import type { Center, RawObject } from '../center.ts';
import { expect } from '../expect.ts';
import { byHand, type Rule, rule } from './rule.ts';
import { ACTION, ACTION_TYPES, createWrong, reportWrong, takesTask } from './task-calls.ts';

const refusesAction = async (center: Center, changes: RawObject) => {
  await createWrong(center, { actions: [{ ...ACTION, ...changes }] });
};

export const actionItemRules: readonly Rule[] = [
  rule('Action item, types', 'a value of another type is refused', async (center) => {
    for (const field of ['name', 'type', 'url', 'method', 'nextNodeKey']) await refusesAction(center, { [field]: 7 });
    for (const wrong of [{ optType: 'page' }, { optType: true }, { allowMerge: '1' }, { allowMerge: true }]) {
      await refusesAction(center, wrong);
    }
  }),

  ...(['name', 'url'] as const).map((field) =>
    rule(`Action item, ${field}`, 'it is required', async (center) => {
      for (const value of [undefined, null, '']) await refusesAction(center, { [field]: value });
    }),
  ),

  rule('Action item, type', 'it is required, and one of the eleven', async (center) => {
    await takesTask(center, { actions: ACTION_TYPES.map((type) => ({ ...ACTION, name: type, type })) });
    for (const type of [undefined, 'APPROVE']) await refusesAction(center, { type });
  }),

  rule('Action item, optType', 'it is required: 0 or 1, or the same as a string', async (center) => {
    for (const optType of [0, 1, '0', '1']) await takesTask(center, { actions: [{ ...ACTION, optType }] });
    for (const optType of [undefined, 2]) await refusesAction(center, { optType });
  }),

  rule('Action item, method', 'it is get, post or put, and required of an api button', async (center) => {
    for (const method of ['get', 'post', 'put']) await takesTask(center, { actions: [{ ...ACTION, method }] });
    await takesTask(center, { actions: [{ ...ACTION, optType: 1, method: undefined }] });
    for (const method of [undefined, 'delete']) await refusesAction(center, { method });
  }),

  rule('Action item, allowMerge', 'it is 0 or 1', async (center) => {
    for (const allowMerge of [0, 1, undefined]) await takesTask(center, { actions: [{ ...ACTION, allowMerge }] });
    await refusesAction(center, { allowMerge: 2 });
  }),

  rule('Action item, nextNodeKey', 'it is optional', (center) =>
    takesTask(center, { actions: [{ ...ACTION, nextNodeKey: 'archive' }] }),
  ),

  rule(
    'Previous-action item, fields',
    'they are those of an action item, and the same are required',
    async (center) => {
      const right = { ...ACTION, optType: '0' };
      for (const [field, ...wrong] of [
        ['name', 7],
        ['type', 'APPROVE'],
        ['url', 7],
        ['optType', '2'],
        ['method', 'delete'],
      ]) {
        for (const value of [undefined, ...wrong]) {
          await reportWrong(center, { previousActions: [{ ...right, [String(field)]: value }] });
        }
      }
      for (const times of ['1', 1.5]) await reportWrong(center, { previousActions: [{ ...right, times }] });
      const whole = { ...right, nextNodeKey: 'archive', allowMerge: 0 };
      const item = center.item(await center.openOne(), 'none', { previousActions: [whole] });
      expect(await center.report(item)).toEqual([]);
    },
  ),

  rule('Previous-action item, optType', 'it is a string', async (center) => {
    const previousActions = [{ ...ACTION, optType: '0' }];
    expect(await center.report(center.item(await center.openOne(), 'none', { previousActions }))).toEqual([]);
  }),

  byHand('Previous-action item, times', 'the button may be executed so often; null is without limit', {
    async make(center) {
      const taskId = await center.openOne();
      const { BUTTON_URL } = center.variables;
      const button = { ...ACTION, type: 'HANDLEDR', optType: '0', url: BUTTON_URL };
      const previousActions = [
        { ...button, name: 'Once', times: 1 },
        { ...button, name: 'Always', times: null },
      ];
      expect(await center.report(center.item(taskId, 'end', { previousActions }))).toEqual([]);
      return taskId;
    },
    look: (taskId, { ACCOUNT }) =>
      `In the handled list of ${ACCOUNT} press "Once" and "Always" of ${taskId}: then only "Always" is left.`,
  }),
];
