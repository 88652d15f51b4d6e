import type { TaskHandlingItem } from '../../src/index.ts';
import { inBody, type Setting } from './broken-client.ts';

export type Item = Record<string, unknown>;

const button = {
  name: 'Approve',
  type: 'HANDLE',
  url: 'https://bridge.example/actions/approve',
  optType: 0,
  method: 'post',
  allowMerge: 1,
} as const;

const start: TaskHandlingItem = {
  appId: 'approvals',
  handler: 'anna',
  status: 'next',
  previousTaskId: 'start',
  next: [
    {
      handlers: 'bo,chen',
      nodeId: 'manager',
      nodeName: 'Manager',
      transTypeCode: 'leave',
      taskId: 'manager-1',
      transcationName: 'Leave of Anna',
      initiator: 'anna',
      canDelegate: 1,
      timeOut: 48,
      taskSummary: ['days|3'],
      transSummary: ['who|Anna', 'days|3'],
      handleUrl: 'https://pc.example',
      mHandleUrl: 'https://m.example',
      actions: [button],
    },
  ],
};

const approved: TaskHandlingItem = {
  appId: 'approvals',
  handler: 'bo',
  status: 'next',
  previousTaskId: 'manager-1',
  handleOpinions: 'fine',
  handleTime: '2025-06-01 08:59:00',
  previousActions: [{ ...button, name: 'Take back', type: 'HANDLEDR', times: 1, optType: '0' }],
  next: ['legal', 'finance'].map((group) => ({
    handlingGroup: group,
    nodeId: group,
    nodeName: group,
    transTypeCode: 'leave',
    taskId: group,
  })),
};

const joining: TaskHandlingItem = { appId: 'approvals', handler: 'emil', status: 'none', previousTaskId: 'legal' };
const ended: TaskHandlingItem = { appId: 'approvals', handler: 'fatima', status: 'end', previousTaskId: 'finance' };

/** A leave that a manager approves, then two groups beside each other, the second of which concludes it. */
export async function tell({ client, sandbox }: Setting): Promise<unknown> {
  const story = [];
  for (const item of [start, approved, joining, ended]) {
    const outcome = await client.handleTasks([item]);
    const people = ['anna', 'bo', 'chen', 'emil', 'fatima', 'gu'];
    const lists = people.map((account) => [
      ...[sandbox.pending(account), sandbox.handled(account), sandbox.initiated(account)],
    ]);
    const tasks = ['manager-1', 'legal', 'finance'].map((taskId) => sandbox.task(taskId));
    story.push({ outcome, lists, tasks, transactions: sandbox.transactions() });
  }
  return story;
}

/** Ids that the center makes are the same in every telling. */
export const options = () => {
  let made = 0;
  const newId = () => {
    made += 1;
    return `made-${made}`;
  };
  return { newId };
};

export const inItems = (change: (items: Item[]) => unknown) => inBody('taskHandle', change);
export const only = (previousTaskId: string, change: (item: Item) => unknown) =>
  inItems((items) => items.map((item) => (item.previousTaskId === previousTaskId ? change(item) : item)));
export const inNext = (previousTaskId: string, change: (task: Item, index: number) => unknown) =>
  only(previousTaskId, (item) => ({ ...item, next: (item.next as Item[]).map(change) }));
