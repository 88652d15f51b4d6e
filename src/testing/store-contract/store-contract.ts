import type { InstanceChange, StoredInstance } from '../../plugin/stored/engine-host-options.ts';
import { expectRejection, expectSame } from './check.ts';
import type { ContractCase, ContractStore } from './contract-store.ts';
import { hostCases } from './host-cases.ts';
import { newInstanceId, sampleChange, undeliveredAfter } from './sample-change.ts';

/** Calls that race; more than most connection pools have connections. */
const RACERS = 12;

/** The parts of a change that a store may write one after the other. */
const WRITTEN_PARTS = [
  ...(['state', 'snapshot', 'tasks', 'reports', 'messages', 'jobs', 'jobsGone', 'waitsFor', 'press'] as const),
] satisfies (keyof InstanceChange)[];

/**
 * The contract of `load` and `save` of `createEngineHost` as a suite for your own store: atomicity, fencing by the revision,
 * and order. It needs no test framework: `for (const { title, run } of storeContract(store)) test(title, run)`.
 *
 * The cases use ids of instances that no other run has used, delete nothing, and may run in any order. They judge the store
 * in one process; that nothing is lost in a power cut, only your database can promise.
 * @throws {StoreError} by `run`: `ERR_STORE_CONTRACT`, with what was expected and what was found
 */
export function storeContract<Context = undefined>(store: ContractStore<Context>): readonly ContractCase[] {
  return [...readingCases(store), ...fencingCases(store), ...atomicityCases(store), ...hostCases(store)];
}

function readingCases<Context>({ load, save, listUndelivered, findPress }: ContractStore<Context>): ContractCase[] {
  return [
    {
      title: 'an instance that was never saved is not found',
      async run() {
        const instanceId = newInstanceId();
        expectSame('load', await load(instanceId, undefined), undefined);
        expectSame('listUndelivered', await listUndelivered(instanceId), undeliveredAfter(instanceId, 0));
      },
    },
    {
      title: 'an instance is loaded exactly as it was saved last, character by character',
      async run() {
        const instanceId = newInstanceId();
        for (const revision of [1, 2, 3]) {
          const change = sampleChange(instanceId, revision);
          expectSame(`save of revision ${revision}`, await save(change, undefined), true);
          expectSame('load', await load(instanceId, undefined), storedBy(change));
        }
        const end = sampleChange(instanceId, 4, { ended: true, state: null, wakeAt: null });
        expectSame('save of the end', await save(end, undefined), true);
        expectSame('load after the end', await load(instanceId, undefined), storedBy(end));
      },
    },
    {
      title: 'reports are kept in their order across changes, messages and jobs once, and jobs that are gone are not',
      async run() {
        const instanceId = newInstanceId();
        for (const revision of [1, 2, 3]) await save(sampleChange(instanceId, revision), undefined);
        const { reports, messages, jobs } = await listUndelivered(instanceId);
        const expected = undeliveredAfter(instanceId, 3);
        expectSame('reports', reports, expected.reports);
        expectSame('messages', messages.toSorted(), expected.messages);
        expectSame('jobs', jobs.toSorted(), expected.jobs);
      },
    },
    ...(findPress === undefined
      ? []
      : [
          {
            title: 'a press is found by its key once it is saved',
            async run() {
              const change = sampleChange(newInstanceId(), 1);
              const key = change.press?.replayKey ?? '';
              expectSame('findPress before', await findPress(key, undefined), undefined);
              await save(change, undefined);
              expectSame('findPress', await findPress(key, undefined), change.press?.verdict);
            },
          },
        ]),
  ];
}

function fencingCases<Context>(store: ContractStore<Context>): ContractCase[] {
  const { load, save } = store;
  return [
    {
      title: 'a change with another revision than the next one is refused, and nothing of it is written',
      async run() {
        const instanceId = newInstanceId();
        for (const revision of [1, 2]) await save(sampleChange(instanceId, revision), undefined);
        for (const revision of [1, 2, 4]) {
          const stale = sampleChange(instanceId, revision, { snapshot: 'stale', reports: staleReports(instanceId) });
          expectSame(`save of revision ${revision} on revision 2`, await save(stale, undefined), false);
        }
        await expectStored(store, sampleChange(instanceId, 2));
      },
    },
    {
      title: 'only revision 1 begins an instance',
      async run() {
        const instanceId = newInstanceId();
        expectSame('save of revision 2', await save(sampleChange(instanceId, 2), undefined), false);
        expectSame('load', await load(instanceId, undefined), undefined);
      },
    },
    {
      title: `of ${RACERS} changes that are saved at once with the same revision, exactly one is written`,
      async run() {
        for (const revision of [1, 2]) {
          const instanceId = newInstanceId();
          if (revision === 2) await save(sampleChange(instanceId, 1), undefined);
          const changes = Array.from({ length: RACERS }, (_, racer) =>
            sampleChange(instanceId, revision, { snapshot: `racer ${racer}` }),
          );
          const won = await Promise.all(changes.map(async (change) => save(change, undefined)));
          const winners = changes.filter((_, racer) => won[racer]);
          expectSame('number of changes that were written', winners.length, 1);
          expectSame('load', await load(instanceId, undefined), storedBy(winners[0] as InstanceChange));
          const { reports } = await store.listUndelivered(instanceId);
          expectSame('reports', reports, undeliveredAfter(instanceId, revision).reports);
        }
      },
    },
  ];
}

function atomicityCases<Context>(store: ContractStore<Context>): ContractCase[] {
  const { load, save, transaction } = store;
  return [
    {
      title: 'a change of which one part cannot be written is not written at all, and save rejects',
      async run() {
        for (const part of WRITTEN_PARTS) {
          const instanceId = newInstanceId();
          await save(sampleChange(instanceId, 1), undefined);
          const broken = withBroken(sampleChange(instanceId, 2), part);
          const isWritten = await Promise.resolve(broken)
            .then((change) => save(change, undefined))
            .catch(() => false);
          // A store that has no use for a part does not read it.
          if (!isWritten) await expectStored(store, sampleChange(instanceId, 1));
        }
      },
    },
    ...(transaction === undefined
      ? []
      : [
          {
            title: 'what is saved in a transaction that is taken back is not there, and can be saved again',
            async run() {
              const instanceId = newInstanceId();
              await save(sampleChange(instanceId, 1), undefined);
              const change = sampleChange(instanceId, 2);
              const work = transaction(async (context) => {
                expectSame('save in the transaction', await save(change, context), true);
                expectSame('load in the transaction', await load(instanceId, context), storedBy(change));
                throw new RangeError('the contract takes the transaction back');
              });
              await expectRejection('the transaction', work);
              await expectStored(store, sampleChange(instanceId, 1));
              await transaction(async (context) => save(change, context));
              await expectStored(store, change);
            },
          },
        ]),
  ];
}

/** @throws {StoreError} `ERR_STORE_CONTRACT`: anything else is stored than the sample changes up to this one */
async function expectStored<Context>(
  { load, listUndelivered }: ContractStore<Context>,
  change: InstanceChange,
): Promise<void> {
  const { instanceId, revision } = change;
  expectSame('load', await load(instanceId, undefined), storedBy(change));
  const { reports, messages, jobs } = await listUndelivered(instanceId);
  const found = { reports, messages: messages.toSorted(), jobs: jobs.toSorted() };
  expectSame('what is to be delivered', found, undeliveredAfter(instanceId, revision));
}

/** A change of which one part cannot be read, as if writing it failed. */
function withBroken(change: InstanceChange, part: keyof InstanceChange): InstanceChange {
  return Object.defineProperty(change, part, {
    enumerable: true,
    get() {
      throw new RangeError(`the contract lets ${part} fail`);
    },
  });
}

function storedBy({ revision, state, snapshot }: InstanceChange): StoredInstance {
  return { revision, state, snapshot };
}

function staleReports(instanceId: string): InstanceChange['reports'] {
  return sampleChange(instanceId, 1).reports.map((report) => ({ ...report, reportId: `${report.reportId}.stale` }));
}
