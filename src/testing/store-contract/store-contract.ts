import type { InstanceChange, StoredInstance } from '../../plugin/stored/engine-host-options.ts';
import { expectSame, type Rule, takeBack, withRemedy } from './check.ts';
import type { ContractCase, ContractStore } from './contract-store.ts';
import { hostCases } from './host-cases.ts';
import { keepingCases } from './keeping-cases.ts';
import { newInstanceId, sampleChange, undeliveredAfter } from './sample-change.ts';

/** Calls that race; more than most connection pools have connections. */
const RACERS = 12;

/** The parts of a change that a store may write one after the other. */
const WRITTEN_PARTS = [
  ...([
    'state',
    'snapshot',
    'wakeAt',
    'tasks',
    'reports',
    'messages',
    'jobs',
    'jobsGone',
    'waitsFor',
    'press',
  ] as const),
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
  return [
    ...readingCases(store),
    ...keepingCases(store),
    ...fencingCases(store),
    ...atomicityCases(store),
    ...hostCases(store),
  ].map(withRemedy);
}

function readingCases<Context>({ load, save, listUndelivered, findPress }: ContractStore<Context>): Rule[] {
  return [
    {
      title: 'an instance that was never saved is not found',
      mend: 'return undefined from `load`, and empty lists from `listUndelivered`.',
      async run() {
        const instanceId = newInstanceId();
        expectSame('load', await load(instanceId, undefined), undefined);
        expectSame('listUndelivered', await listUndelivered(instanceId), undeliveredAfter(instanceId, 0));
      },
    },
    {
      title: 'an instance is loaded exactly as it was saved last, character by character',
      mend: 'store `state` and `snapshot` as text without a limit in UTF-8, such as `text` or `longtext`, return the revision as a number and `state` of an ended instance as null, and leave the change as it is.',
      async run() {
        const instanceId = newInstanceId();
        for (const revision of [1, 2, 3]) {
          const change = sampleChange(instanceId, revision);
          expectSame(`save of revision ${revision}`, await save(change, undefined), true);
          expectSame('the change after save', change, sampleChange(instanceId, revision));
          expectSame('load', await load(instanceId, undefined), storedBy(change));
        }
        const end = sampleChange(instanceId, 4, { ended: true, state: null, wakeAt: null });
        expectSame('save of the end', await save(end, undefined), true);
        expectSame('load after the end', await load(instanceId, undefined), storedBy(end));
      },
    },
    {
      title: 'reports are kept in their order across changes, messages and jobs once, and jobs that are gone are not',
      mend: 'number the reports as they are inserted and order by that, add what is new, and delete `jobsGone`.',
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
            mend: 'store `press` in the transaction of the change, and return its verdict for exactly this key.',
            async run() {
              const change = sampleChange(newInstanceId(), 1);
              const key = change.press?.replayKey ?? '';
              expectSame('findPress before', await findPress(key, undefined), undefined);
              await save(change, undefined);
              expectSame('findPress', await findPress(key, undefined), change.press?.verdict);
              expectSame('findPress of a key in capitals', await findPress(key.toUpperCase(), undefined), undefined);
              const next = sampleChange(change.instanceId, 2, { press: null });
              expectSame('save of a change without a press', await save(next, undefined), true);
              expectSame('findPress later', await findPress(key, undefined), change.press?.verdict);
            },
          },
        ]),
  ];
}

function fencingCases<Context>(store: ContractStore<Context>): Rule[] {
  const { load, save } = store;
  return [
    {
      title: 'a change with another revision than the next one is refused, and nothing of it is written',
      mend: 'write only where the stored revision is `change.revision - 1`, and return false without writing anything else.',
      async run() {
        const instanceId = newInstanceId();
        for (const revision of [1, 2]) await save(sampleChange(instanceId, revision), undefined);
        await save(sampleChange(newInstanceId(), 1), undefined);
        for (const revision of [1, 2, 4]) {
          const stale = sampleChange(instanceId, revision, { snapshot: 'stale', reports: staleReports(instanceId) });
          expectSame(`save of revision ${revision} on revision 2`, await save(stale, undefined), false);
        }
        await expectStored(store, sampleChange(instanceId, 2));
      },
    },
    {
      title: 'only revision 1 begins an instance',
      mend: 'insert the row of an instance for revision 1 alone.',
      async run() {
        const instanceId = newInstanceId();
        expectSame('save of revision 2', await save(sampleChange(instanceId, 2), undefined), false);
        expectSame('load', await load(instanceId, undefined), undefined);
      },
    },
    {
      title: `of ${RACERS} changes that are saved at once with the same revision, exactly one is written`,
      mend: 'compare the revision in the statement that writes, `update … where revision = …`, not in one before it.',
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

function atomicityCases<Context>(store: ContractStore<Context>): Rule[] {
  const { load, save, findPress, transaction } = store;
  return [
    {
      title: 'a change of which one part cannot be written is not written at all, and save rejects',
      mend: 'write all parts in one transaction, roll it back at any error, and let the error reject `save`.',
      async run() {
        for (const part of WRITTEN_PARTS) {
          const instanceId = newInstanceId();
          await save(sampleChange(instanceId, 1), undefined);
          const { change, wasRead } = withBroken(sampleChange(instanceId, 2), part);
          const outcome = await Promise.resolve(change)
            .then((broken) => save(broken, undefined))
            .catch(() => 'rejected');
          // A store that has no use for a part does not read it.
          expectSame(`save of a change whose ${part} cannot be read`, outcome, wasRead() ? 'rejected' : true);
          if (wasRead()) await expectStored(store, sampleChange(instanceId, 1));
        }
      },
    },
    ...(transaction === undefined
      ? []
      : [
          {
            title: 'what is saved in a transaction that is taken back is not there, and can be saved again',
            mend: 'use the context of `load`, `save` and `findPress` for each statement, and reject the transaction with the error of its work.',
            async run() {
              const instanceId = newInstanceId();
              await save(sampleChange(instanceId, 1), undefined);
              const change = sampleChange(instanceId, 2);
              const key = change.press?.replayKey ?? '';
              await takeBack(transaction, async (context) => {
                expectSame('save in the transaction', await save(change, context), true);
                expectSame('load in the transaction', await load(instanceId, context), storedBy(change));
                const found = await findPress?.(key, context);
                if (findPress) expectSame('findPress in the transaction', found, change.press?.verdict);
              });
              await expectStored(store, sampleChange(instanceId, 1));
              if (findPress) expectSame('findPress after it', await findPress(key, undefined), undefined);
              const again = await transaction(async (context) => save(change, context));
              expectSame('save in another transaction', again, true);
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
function withBroken(
  change: InstanceChange,
  part: keyof InstanceChange,
): { readonly change: InstanceChange; readonly wasRead: () => boolean } {
  let reads = 0;
  Object.defineProperty(change, part, {
    enumerable: true,
    get() {
      reads += 1;
      throw new RangeError(`the contract lets ${part} fail`);
    },
  });
  return { change, wasRead: () => reads > 0 };
}

function storedBy({ revision, state, snapshot }: InstanceChange): StoredInstance {
  return { revision, state, snapshot };
}

function staleReports(instanceId: string): InstanceChange['reports'] {
  return sampleChange(instanceId, 1).reports.map((report) => ({ ...report, reportId: `${report.reportId}.stale` }));
}
