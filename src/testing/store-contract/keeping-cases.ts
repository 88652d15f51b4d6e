import type { InstanceChange } from '../../plugin/stored/engine-host-options.ts';
import { expectSame, type Rule } from './check.ts';
import type { ContractStore } from './contract-store.ts';
import { newInstanceId, sampleChange, undeliveredAfter } from './sample-change.ts';

/** What of a change replaces what is stored, what is added to it, and that instances are apart. */
export function keepingCases<Context>(store: ContractStore<Context>): Rule[] {
  const { load, save, listUndelivered, readKept } = store;
  return [
    {
      title: 'a job that begins and is gone in the same change is not there',
      mend: 'add `jobs` first, and delete `jobsGone` after that.',
      async run() {
        const instanceId = newInstanceId();
        const change = sampleChange(instanceId, 1);
        const jobsGone = change.jobs.map(({ jobId }) => jobId);
        await save({ ...change, jobsGone }, undefined);
        expectSame('jobs', (await listUndelivered(instanceId)).jobs, []);
      },
    },
    {
      title: 'instances are apart, also where their ids differ in capital letters only, or one begins with the other',
      mend: 'name the instance in each statement, and compare ids character by character: in MySQL with a binary collation.',
      async run() {
        const instanceId = newInstanceId();
        const others = [instanceId.toUpperCase(), `${instanceId}0`];
        const stored = new Map<string, InstanceChange>();
        for (const id of [instanceId, ...others]) {
          const change = sampleChange(id, 1, { press: null, snapshot: `of ${id}` });
          expectSame('save of another instance', await save(change, undefined), true);
          stored.set(id, change);
        }
        await save(sampleChange(instanceId, 2), undefined);
        const own = await listUndelivered(instanceId);
        expectSame('reports of the first', own.reports, undeliveredAfter(instanceId, 2).reports);
        for (const id of others) {
          expectSame('load of another instance', (await load(id, undefined))?.snapshot, stored.get(id)?.snapshot);
          const { reports, messages, jobs } = await listUndelivered(id);
          expectSame('what another has to deliver', { reports, messages, jobs }, undeliveredAfter(id, 1));
        }
      },
    },
    ...(readKept === undefined ? [] : [keptCase(store, readKept)]),
  ];
}

type ReadKept = NonNullable<ContractStore<never>['readKept']>;

function keptCase<Context>({ save }: ContractStore<Context>, readKept: ReadKept): Rule {
  async function expectKept(
    when: string,
    instanceId: string,
    expected: Pick<InstanceChange, 'wakeAt' | 'waitsFor' | 'tasks'>,
  ) {
    const { wakeAt, waitsFor, tasks } = await readKept(instanceId);
    if (wakeAt !== undefined) expectSame(`wakeAt ${when}`, wakeAt, expected.wakeAt);
    if (waitsFor !== undefined) expectSame(`waitsFor ${when}`, sorted(waitsFor), sorted(expected.waitsFor));
    if (tasks === undefined) return;
    const states = (each: readonly { taskId: string; state: string }[]) =>
      each.map(({ taskId, state }) => `${taskId} ${state}`).toSorted();
    expectSame(`tasks ${when}`, states(tasks), states(expected.tasks));
  }
  return {
    title: 'wakeAt and waitsFor replace what is stored, and tasks are replaced by their ids and never lost',
    mend: 'set `wakeAt` (a 64-bit integer, or null) and all of `waitsFor` at each change, and insert each task or replace the row with its id.',
    async run() {
      const instanceId = newInstanceId();
      const first = sampleChange(instanceId, 1);
      await save(first, undefined);
      await expectKept('after the first change', instanceId, first);
      const closed = first.tasks.map((task) => ({ ...task, state: 'FINISH' as const }));
      const second = sampleChange(instanceId, 2);
      const both = { ...second, tasks: [...closed, ...second.tasks] };
      await save(both, undefined);
      await expectKept('after the second change', instanceId, both);
      await save({ ...sampleChange(instanceId, 2), revision: 2, wakeAt: 1, waitsFor: [], tasks: [] }, undefined);
      await expectKept('after a change that was refused', instanceId, both);
      const last = sampleChange(instanceId, 3, { ended: true, state: null, wakeAt: null, waitsFor: [], tasks: [] });
      await save(last, undefined);
      await expectKept('after the end', instanceId, { ...last, tasks: both.tasks });
    },
  };
}

function sorted(values: readonly object[]): string[] {
  return values.map((value) => JSON.stringify(Object.entries(value).toSorted())).toSorted();
}
