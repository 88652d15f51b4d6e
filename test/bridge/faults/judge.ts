import { expect } from 'vitest';
import type { Report, TaskHandlingItem } from '../../../src/index.ts';
import { nameOfReport } from '../../crash/load/refusals.ts';
import { itemsIn } from './center-record.ts';
import { endingsOf } from './expected-state.ts';
import type { FaultRun } from './fault-run.ts';
import { type JudgedMessages, judgeMessages } from './judge-messages.ts';
import { type JudgedTransactions, judgeTransactions } from './judge-transactions.ts';

/** What was found, for a test to say more about. */
export interface Judged extends JudgedTransactions {
  readonly parked: number;
  /** Those that were in doubt, whether or not the center has shown since that it has their tasks. */
  readonly unconfirmed: number;
  readonly messages: JudgedMessages;
}

/**
 * Compares what the center recorded with what the database says: every report came to what the outcome table makes of
 * its answers, in order; every task is there once; every instance that no lie of the center stopped has ended, with one
 * end and nothing left over; every message was sent, or given up for what was answered to it. By the center's switches:
 * what one of them leaves over or does twice is counted, and nothing else is let through.
 */
export async function judge(run: FaultRun): Promise<Judged> {
  const { sandbox } = run.world;
  const dump = await run.database.dump();
  const { instances = [], tasks = [], outbox = [], jobs = [], incidents } = dump;
  expect(incidents).toEqual([]);
  expect(jobs.map(({ state }) => state)).toEqual(jobs.map(() => 'done'));
  const record = run.livedThrough();
  const judged = { parked: 0, unconfirmed: 0, kept: 0, concludedAgain: 0, split: 0, doubled: 0 };
  for (const { instance_id: instanceId, status } of instances) {
    const rows = outbox.filter((row) => row.instance_id === instanceId);
    const reports = rows.map(({ report }) => JSON.parse(String(report)) as Report);
    const states = rows.map(({ state }) => String(state));
    const endings = reports.map((report) => endingsOf(report, record));
    const possible = states.map((state, index) => (endings[index] ?? []).filter((ending) => ending.state === state));
    for (const [index, state] of states.entries()) {
      expect({ [state]: possible[index]?.length }).not.toEqual({ [state]: 0 });
    }
    // What is behind a parked report waits, and so does nothing else.
    const stop = states.indexOf('parked');
    const toldUntil = stop < 0 ? rows.length : stop + 1;
    expect(states.map((state) => state === 'pending')).toEqual(states.map((_, index) => index >= toldUntil));
    expect(arrivalsOf(itemsIn(sandbox.traffic), String(instanceId))).toEqual(
      reports.slice(0, toldUntil).map(({ item }) => nameOfReport(item)),
    );
    judged.parked += stop < 0 ? 0 : 1;
    judged.unconfirmed += rows.filter(wasInDoubt).length;

    if (stop >= 0 || possible.flat().some(({ isMisled }) => isMisled)) continue;
    expect(status).toBe('ended');
    const ids = tasks.filter((task) => task.instance_id === instanceId).map(({ task_id: taskId }) => String(taskId));
    const { kept, concludedAgain, split, doubled } = judgeTransactions(sandbox, String(instanceId), ids, reports);
    judged.kept += kept;
    judged.concludedAgain += concludedAgain;
    judged.split += split;
    judged.doubled += doubled;
  }
  return { ...judged, messages: judgeMessages(run, dump) };
}

/** One that was in doubt until the center called for its tasks too. */
function wasInDoubt({ state, reason }: Record<string, unknown>): boolean {
  return state === 'unconfirmed' || (state === 'delivered' && String(reason).includes('each task that was in doubt'));
}

/** A report may come again until its answer was heard, and never after the next one. */
function arrivalsOf(items: readonly TaskHandlingItem[], instanceId: string): string[] {
  return items
    .filter(({ previousTaskId }) => previousTaskId.startsWith(`${instanceId}.`))
    .map(nameOfReport)
    .filter((name, index, names) => name !== names[index - 1]);
}
