/** The contract that a store of a service is judged by: a right store keeps it, and each broken one breaks a rule of it. */
import { describe, expect, test } from 'vitest';
import { StoreError, storeContract } from '../../src/testing/index.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';
import { BROKEN, type Change } from './broken-stores.ts';

describe('a store in memory', () => {
  for (const { title, run } of storeContract(createMemoryStore())) test(title, run);
});

test.each(BROKEN)('a store that %s breaks the rule %s', async (_, rule, breakStore) => {
  const store = createMemoryStore();
  const broken = storeContract({ ...store, ...breakStore(store) }).filter(({ title }) => rule.test(title));
  expect(broken).toHaveLength(1);
  const error = await broken[0]?.run().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreError);
  expect(error).toMatchObject({
    code: 'ERR_STORE_CONTRACT',
    message: expect.stringMatching(/: expected .*, found .* To mend it: ./),
  });
});

/** What is saved with a context is seen by others once its work has resolved. */
function createTransactionalStore() {
  const base = createMemoryStore();
  return {
    ...base,
    load: (id: string, context?: MemoryStore) => (context ?? base).load(id),
    save: (change: Change, context?: MemoryStore) => (context ?? base).save(change),
    findPress: (key: string, context?: MemoryStore) => (context ?? base).findPress(key),
    async transaction<Result>(work: (context: MemoryStore) => Promise<Result>): Promise<Result> {
      const own = createMemoryStore();
      own.changes.push(...base.changes);
      const result = await work(own);
      base.changes.splice(0, base.changes.length, ...own.changes);
      return result;
    },
  };
}

type TransactionalStore = ReturnType<typeof createTransactionalStore>;

describe('a store in memory with transactions', () => {
  for (const { title, run } of storeContract<MemoryStore>(createTransactionalStore())) test(title, run);
});

const OUTSIDE: readonly [what: string, breakStore: (store: TransactionalStore) => Partial<TransactionalStore>][] = [
  ['loads outside of the transaction', ({ load }) => ({ load: (id) => load(id) })],
  ['saves outside of the transaction', ({ save }) => ({ save: (change) => save(change) })],
  ['finds presses outside of the transaction', ({ findPress }) => ({ findPress: (key) => findPress(key) })],
  [
    'takes nothing back',
    ({ transaction }) => ({
      async transaction(work) {
        let failure: Error | undefined;
        const keep = (error: Error) => {
          failure = error;
          return undefined as never;
        };
        const result = await transaction((context) => work(context).catch(keep));
        if (failure !== undefined) throw failure;
        return result;
      },
    }),
  ],
  [
    'resolves a transaction that it takes back',
    ({ transaction }) => ({ transaction: (work) => transaction(work).catch(() => undefined as never) }),
  ],
];

test.each(OUTSIDE)('a store that %s breaks the rule of transactions', async (_, breakStore) => {
  const store = createTransactionalStore();
  const cases = storeContract<MemoryStore>({ ...store, ...breakStore(store) });
  const error = await cases
    .find(({ title }) => /saved in a transaction/.test(title))
    ?.run()
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'ERR_STORE_CONTRACT', message: expect.stringContaining('To mend it: ') });
});

test('at least 40 broken stores are told from right ones', () => {
  expect(BROKEN.length + OUTSIDE.length).toBeGreaterThanOrEqual(40);
});
