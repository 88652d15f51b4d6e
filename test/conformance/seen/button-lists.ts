import { expect } from 'vitest';
import type { RawObject } from '../../support/inner/conformance.ts';
import type { SeenOf } from './seen-of.ts';

const namesOf = (task: { readonly buttons: readonly { readonly name: string }[] } | undefined) =>
  task?.buttons.map(({ name }) => name).toSorted();

export const buttonListsSeen: SeenOf = {
  async 'Batch approval, loop'(access, ids: string[], { variables: { ACCOUNT } }) {
    const before = access.system.received.length;
    await access.batch(ids, { account: ACCOUNT, opinions: 'all' });
    const calls = access.system.received.slice(before);
    expect(calls.map(({ body }) => (body as RawObject).opinions)).toEqual(['all', 'all', 'all']);
  },

  'Batch approval, allowMerge'(access, [yes, no]: string[], { variables: { ACCOUNT } }) {
    const offered = access.batchable(ACCOUNT).filter(({ taskId }) => taskId === yes || taskId === no);
    expect(offered.map(({ taskId, buttons }) => [taskId, buttons.map(({ name }) => name)])).toEqual([[yes, ['Yes']]]);
  },

  'Batch approval, actions'(access, taskId: string, { variables: { ACCOUNT } }) {
    const buttons = access.batchable(ACCOUNT).flatMap((task) => (task.taskId === taskId ? task.buttons : []));
    expect(buttons.map(({ name }) => name)).not.toContain('Again');
    const handled = access.handled(ACCOUNT).find((task) => task.taskId === taskId);
    expect(handled?.buttons.map(({ name }) => name)).toContain('Again');
  },

  'Button visibility, pending': (access, taskId: string, { variables: { ACCOUNT } }) =>
    expect(namesOf(access.pending(ACCOUNT).find((task) => task.taskId === taskId))).toEqual(
      ['HANDLE', 'HANG_UP', 'ACTIVE', 'CIRCULARIZE', 'TRANSFER', 'DEAL', 'ALL'].toSorted(),
    ),

  'Button visibility, handled': (access, taskId: string, { variables: { ACCOUNT } }) =>
    expect(namesOf(access.handled(ACCOUNT).find((task) => task.taskId === taskId))).toEqual(['ALL', 'HANDLEDR']),

  'Button visibility, initiated'(access, taskId: string, { variables: { INITIATOR } }) {
    const tasks = access.initiated(INITIATOR).flatMap((transaction) => transaction.tasks);
    const shown = namesOf(tasks.find((task) => task.taskId === taskId));
    expect(shown).toEqual(['ALL', 'BREAK_UP', 'PROMOTER', 'REVOKE']);
  },
};
