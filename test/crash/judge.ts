import { expect } from 'vitest';
import type { SeenReport } from '../support/center-view.ts';
import type { CrashWorld } from './crash-world.ts';

/**
 * Compares what the center saw, whose record no kill could touch, with what the database says happened: every task
 * created once, every report there and in order, every transaction concluded once, nothing left over.
 */
export function judge({ sandbox, view, file, serviceCalls }: CrashWorld): void {
  const { instances = [], tasks = [], outbox = [], jobs = [], incidents, history = [], messages = [] } = file.dump();
  expect(view.pending()).toEqual([]);
  expect(incidents).toEqual([]);
  expect(sandbox.transactions()).toHaveLength(instances.length);
  expect(instances.map(({ status }) => status)).toEqual(instances.map(() => 'ended'));
  expect(tasks.map(({ state }) => state)).toEqual(tasks.map(() => 'FINISH'));
  expect(jobs.map(({ state }) => state)).toEqual(jobs.map(() => 'done'));
  // A message may be sent twice, and people have it once.
  const sendIds = messages.map(({ send_id: sendId }) => String(sendId)).toSorted();
  expect(messages.map(({ state }) => state)).toEqual(messages.map(() => 'sent'));
  expect(
    sandbox
      .sentMessages()
      .map(({ sendId }) => sendId)
      .toSorted(),
  ).toEqual(sendIds);
  for (const type of ['message.queued', 'message.sent']) {
    const told = history.filter((row) => row.type === type);
    expect(told.map(({ data }) => JSON.parse(String(data)).sendId).toSorted()).toEqual(sendIds);
  }
  // Calls repeat, their keys do not multiply.
  expect(new Set(serviceCalls).size).toBe(jobs.length);

  for (const { instance_id: instanceId } of instances) {
    const isOurs = (row: Readonly<Record<string, unknown>>) => row.instance_id === instanceId;
    const transactions = sandbox.transactions().filter(({ serialNumber }) => serialNumber === instanceId);
    expect(transactions).toHaveLength(1);
    expect(transactions[0]?.conclusions).toHaveLength(1);
    const ids = tasks.filter(isOurs).map(({ task_id: taskId }) => taskId);
    expect(transactions[0]?.taskIds.toSorted()).toEqual(ids.toSorted());
    const handled = history.filter((row) => isOurs(row) && row.type === 'task.handled');
    expect(handled.map(({ data }) => JSON.parse(String(data)).taskId).toSorted()).toEqual(ids.toSorted());

    const rows = outbox.filter(isOurs);
    const arrived = view.items().filter(({ previousTaskId }) => previousTaskId.startsWith(`${instanceId}.`));
    expect(withoutEchoes(arrived)).toEqual(rows.map(({ report }) => nameOf(JSON.parse(String(report)).item)));
    for (const { state, repeat } of rows) {
      // A repeated report whose tasks the center had made: passed, and listed for a person to look at.
      expect(state).toBe(state === 'unconfirmed' && repeat === 1 ? 'unconfirmed' : 'delivered');
    }
  }
}

/** A report may come again until its answer was heard, and never after the next one. */
function withoutEchoes(items: readonly SeenReport[]): string[] {
  return items.map(nameOf).filter((name, index, names) => name !== names[index - 1]);
}

function nameOf({ previousTaskId, status, next = [] }: SeenReport): string {
  return [previousTaskId, status, ...next.map(({ taskId }) => taskId)].join(' ');
}
