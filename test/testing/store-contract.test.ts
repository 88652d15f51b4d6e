/** The contract that a store of a service is judged by: a right store keeps it, and each broken one breaks a rule of it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { StoreError, storeContract } from '../../src/testing/index.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';

describe('a store in memory', () => {
  for (const { title, run } of storeContract(createMemoryStore())) test(title, run);
});

type Change = Parameters<MemoryStore['save']>[0];

/** What is wrong in a store, and the rule that says so. */
const BROKEN: readonly (readonly [
  what: string,
  rule: RegExp,
  breakStore: (store: MemoryStore) => Partial<MemoryStore>,
])[] = [
  [
    'saves whatever the revision is',
    /another revision than the next one/,
    ({ changes }) => ({
      async save(change) {
        changes.push(structuredClone(change));
        return true;
      },
    }),
  ],
  [
    'looks at the revision and writes later',
    /exactly one is written/,
    ({ changes, load }) => ({
      async save(change) {
        const copy = structuredClone(change);
        const stored = await load(change.instanceId);
        await nextTurn();
        if ((stored?.revision ?? 0) !== change.revision - 1) return false;
        changes.push(copy);
        return true;
      },
    }),
  ],
  [
    'says that it wrote what it did not',
    /another revision than the next one/,
    ({ save }) => ({ save: async (change) => (await save(change)) || true }),
  ],
  [
    'writes the instance before what belongs to it',
    /one part cannot be written/,
    ({ changes }) => ({
      async save(change) {
        const { instanceId, revision, state, snapshot } = change;
        const last = changes.findLast((each) => each.instanceId === instanceId);
        if ((last?.revision ?? 0) !== revision - 1) return false;
        const written = { ...EMPTY, instanceId, revision, state, snapshot } as {
          -readonly [K in keyof Change]: Change[K];
        };
        changes.push(written);
        Object.assign(written, { reports: change.reports, messages: change.messages, press: change.press });
        Object.assign(written, { jobs: change.jobs, jobsGone: change.jobsGone });
        return true;
      },
    }),
  ],
  [
    'cuts long texts',
    /exactly as it was saved last/,
    ({ save }) => ({ save: (change) => save({ ...change, snapshot: change.snapshot.slice(0, 65_535) }) }),
  ],
  [
    'keeps reports in another order',
    /in their order/,
    ({ listUndelivered }) => ({
      async listUndelivered(instanceId) {
        const all = await listUndelivered(instanceId);
        return { ...all, reports: all.reports.toReversed() };
      },
    }),
  ],
  [
    'keeps jobs that are gone',
    /jobs that are gone are not/,
    ({ save }) => ({ save: (change) => save({ ...change, jobsGone: [] }) }),
  ],
  [
    'forgets presses',
    /a press is found by its key/,
    ({ save }) => ({ save: (change) => save({ ...change, press: null }) }),
  ],
  [
    'begins an instance with any revision',
    /only revision 1 begins/,
    ({ changes, save }) => ({
      async save(change) {
        if (changes.some(({ instanceId }) => instanceId === change.instanceId)) return save(change);
        changes.push(structuredClone(change));
        return true;
      },
    }),
  ],
];

const EMPTY = {
  ...{ ended: false, wakeAt: null, tasks: [], reports: [], messages: [], jobs: [], jobsGone: [], waitsFor: [] },
  ...{ thrown: [], actions: [], deadlock: null, press: null },
};

test.each(BROKEN)('a store that %s breaks the rule %s', async (_, rule, breakStore) => {
  const store = createMemoryStore();
  const broken = storeContract({ ...store, ...breakStore(store) }).filter(({ title }) => rule.test(title));
  expect(broken).toHaveLength(1);
  const error = await broken[0]?.run().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreError);
  expect(error).toMatchObject({ code: 'ERR_STORE_CONTRACT', message: expect.stringMatching(/: expected .*, found /) });
});
