import { expect } from 'vitest';
import type { Report } from '../../../src/protocol/report.ts';
import type { TaskHandlingItem } from '../../../src/protocol/task-handling.ts';
import { endingsOf, nameOf } from './expected-state.ts';
import type { FaultRun } from './fault-run.ts';

/** What was found, for a test to say more about. */
export interface Judged {
  readonly parked: number;
  readonly unconfirmed: number;
}

/**
 * Compares what the center recorded with what the database says: every report came to what the outcome table makes of
 * its answers, in order; every task is there once; every instance that no lie of the center stopped has ended, with one
 * end and nothing left over; every message was sent once.
 */
export function judge({ world, file, sentFromCode }: FaultRun): Judged {
  const { sandbox } = world;
  const { instances = [], tasks = [], outbox = [], jobs = [], messages = [], incidents } = file.dump();
  expect(incidents).toEqual([]);
  expect(jobs.map(({ state }) => state)).toEqual(jobs.map(() => 'done'));
  let parked = 0;
  let unconfirmed = 0;
  for (const { instance_id: instanceId, status } of instances) {
    const rows = outbox.filter((row) => row.instance_id === instanceId);
    const reports = rows.map(({ report }) => JSON.parse(String(report)) as Report);
    const states = rows.map(({ state }) => String(state));
    const endings = reports.map((report) => endingsOf(report, sandbox.traffic));
    const possible = states.map((state, index) => (endings[index] ?? []).filter((ending) => ending.state === state));
    for (const [index, state] of states.entries()) {
      expect({ [state]: possible[index]?.length }).not.toEqual({ [state]: 0 });
    }
    // What is behind a parked report waits, and so does nothing else.
    const stop = states.indexOf('parked');
    const toldUntil = stop < 0 ? rows.length : stop + 1;
    expect(states.map((state) => state === 'pending')).toEqual(states.map((_, index) => index >= toldUntil));
    expect(arrivalsOf(run(sandbox), String(instanceId))).toEqual(
      reports.slice(0, toldUntil).map(({ item }) => nameOf(item)),
    );
    parked += stop < 0 ? 0 : 1;
    unconfirmed += states.filter((state) => state === 'unconfirmed').length;

    const transactions = sandbox.transactions().filter(({ serialNumber }) => serialNumber === instanceId);
    if (stop >= 0 || possible.flat().some(({ isMisled }) => isMisled)) continue;
    expect(status).toBe('ended');
    expect(transactions).toHaveLength(1);
    expect(transactions[0]?.conclusions).toHaveLength(1);
    const ids = tasks.filter((task) => task.instance_id === instanceId).map(({ task_id: taskId }) => taskId);
    expect(transactions[0]?.taskIds.toSorted()).toEqual(ids.toSorted());
    const open = ids.filter((taskId) => ['pending', 'suspended'].includes(sandbox.task(String(taskId))?.state ?? '?'));
    expect(open).toEqual([]);
  }

  const sendIds = messages.map(({ send_id: sendId }) => sendId);
  expect(sendIds).toEqual(expect.arrayContaining([...sentFromCode]));
  expect(messages.map(({ state }) => state)).toEqual(messages.map(() => 'sent'));
  expect(
    sandbox
      .sentMessages()
      .map(({ sendId }) => sendId)
      .toSorted(),
  ).toEqual(sendIds.toSorted());
  return { parked, unconfirmed };
}

const run = ({ traffic }: FaultRun['world']['sandbox']) =>
  traffic
    .filter(({ call, direction, body }) => call === 'taskHandle' && direction === 'in' && Array.isArray(body))
    .flatMap(({ body }) => body as TaskHandlingItem[]);

/** A report may come again until its answer was heard, and never after the next one. */
function arrivalsOf(items: readonly TaskHandlingItem[], instanceId: string): string[] {
  return items
    .filter(({ previousTaskId }) => previousTaskId.startsWith(`${instanceId}.`))
    .map(nameOf)
    .filter((name, index, names) => name !== names[index - 1]);
}
