import { expect } from 'vitest';
import { createWrong, takesTask } from '../../../src/conformance/rules/task-calls.ts';
import { Center } from '../../support/inner/conformance.ts';
import type { SeenOf } from './seen-of.ts';

export const nextTaskSeen: SeenOf = {
  async 'Next-task item, autoCreateTransType'(access, _taskId: string, { variables: { TRANS_TYPE_CODE } }) {
    await using other = await access.another({ transTypeCodes: [TRANS_TYPE_CODE] });
    const center = new Center(other.variables);
    const transTypeCode = 'conformance-auto';
    for (const autoCreateTransType of [false, undefined]) {
      await createWrong(center, { transTypeCode, autoCreateTransType });
    }
    for (const autoCreateTransType of [true, undefined])
      await takesTask(center, { transTypeCode, autoCreateTransType });
  },

  async 'Next-task item, addresses'(
    access,
    { open, done }: { open: string; done: string },
    { variables: { ACCOUNT } },
  ) {
    const pages = [await access.open(open, ACCOUNT), await access.open(done, ACCOUNT)].map(({ url }) => url);
    expect(pages).toEqual(['https://host.example/handle', 'https://host.example/view']);
  },

  'Next-task item, initiator'(access, taskId: string, { variables }) {
    const task = access.pending(variables.ACCOUNT).find((each) => each.taskId === taskId);
    expect(task?.initiator).toBe('Approvals');
  },

  'Next-task item, initiatorName'(access, taskIds: string[], { variables }) {
    const names = taskIds.map(
      (taskId) => access.pending(variables.ACCOUNT).find((each) => each.taskId === taskId)?.initiatorName,
    );
    expect(names).toEqual(['Somebody', 'Anna Berg']);
  },

  'Next-task item, taskSummary'(access, taskIds: string[], { variables }) {
    const pending = access.pending(variables.ACCOUNT);
    const shown = taskIds.map((taskId) => pending.find((each) => each.taskId === taskId)?.summary);
    expect(shown).toEqual([['Sum|12'], ['Reason|rest'], []]);
  },

  'Next-task item, transSummary'(access, taskId: string, { variables }) {
    const transaction = access.initiated(variables.INITIATOR).find(({ tasks }) => tasks[0]?.taskId === taskId);
    expect(transaction?.summary).toEqual(['Reason|rest', 'Days|3']);
  },

  'Next-task item, names'(access, taskId: string, { variables }) {
    const task = access.pending(variables.ACCOUNT).find((each) => each.taskId === taskId);
    expect(task).toMatchObject({ taskName: 'Look at it', transactionName: 'A test of names', serialNumber: 'NO-7' });
    const transaction = access.transactions().find(({ taskIds }) => taskIds.includes(taskId));
    expect(transaction?.transTypeName).toBe('Tests');
  },
};
