import fc from 'fast-check';
import { expect } from 'vitest';
import type { Lease, Store } from '../../../src/store/port.ts';
import { command, type StoreCommand } from './command.ts';
import { giveBackAll, LEASINGS, type Leasing } from './leasing.ts';
import type { Model } from './model.ts';

type Kind = keyof typeof LEASINGS;

const OWNERS = ['node-a', 'node-b', 'node-c'] as const;

const kind = fc.constantFrom<Kind[]>('jobs', 'messages', 'outbox', 'wakeUps', 'timerStarts');
const owner = fc.constantFrom(...OWNERS);
const drawnLease = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  leaseMs: fc.constantFrom(100, 1000, 3000),
  owner,
});

const ASKED = {
  jobs: (store: Store, lease: Lease) => store.leaseJobs(lease),
  messages: (store: Store, lease: Lease) => store.leaseMessages(lease),
  outbox: (store: Store, lease: Lease) => store.leaseOutbox(lease),
  wakeUps: (store: Store, lease: Lease) => store.leaseWakeUps(lease),
  timerStarts: (store: Store, lease: Lease) => store.leaseTimerStarts(lease),
} satisfies { [Name in Kind]: (store: Store, lease: Lease) => Promise<unknown[]> };

// To the compiler one of the kinds.
const leasingOf = (name: Kind) => LEASINGS[name] as Leasing<unknown>;

const leaseOf = (kinds: fc.Arbitrary<Kind>) =>
  fc.record({ kind: kinds, drawn: drawnLease }).map((args) =>
    command(
      'lease',
      args,
      () => true,
      async (model, { store }) => {
        const asked = { ...args.drawn, now: model.now };
        const leasing = leasingOf(args.kind);
        const keys = leasing.due(model, model.now).slice(0, asked.limit);
        const given = await ASKED[args.kind](store, asked);
        leasing.learn?.(model, given);
        expect(given).toEqual(leasing.take(model, keys, asked));
      },
    ),
  );

/** Two nodes at once: nothing is leased to both. What one is just taking the other may pass over, or come too late for. */
const racingLeases = fc.record({ kind, one: drawnLease, other: drawnLease }).map((args) =>
  command(
    'two leases at once',
    args,
    (model) => args.one.owner !== args.other.owner && leasingOf(args.kind).due(model, model.now).length > 0,
    async (model, { store }) => {
      const leasing = leasingOf(args.kind);
      const due = leasing.due(model, model.now);
      const both = [args.one, args.other].map((drawn) => ({ ...drawn, now: model.now }));
      const taken = await Promise.all(both.map((asked) => ASKED[args.kind](store, asked)));
      leasing.learn?.(model, taken.flat());
      const keys = taken.flat().map((row) => leasing.keyOf(row));
      expect(new Set(keys).size).toBe(keys.length);
      expect(due).toEqual(expect.arrayContaining(keys));
      for (const [index, asked] of both.entries()) {
        const rows = taken[index] ?? [];
        const mine = rows.map((row) => leasing.keyOf(row));
        expect(mine.length).toBeLessThanOrEqual(asked.limit);
        expect(rows).toEqual(leasing.take(model, mine, asked));
      }
    },
  ),
);

const releaseLeases = owner.map((name) =>
  command(
    'releaseLeases',
    name,
    () => true,
    async (model, { store }) => {
      await store.releaseLeases(name);
      giveBackAll(model, name);
    },
  ),
);

/** All that it holds must be there again; where nobody else can be at work, whoever held something is dead. */
const reopen = fc.constant(
  command(
    'close and open again',
    {},
    () => true,
    async (model, real) => {
      if (real.reopen === undefined) return;
      real.store = await real.reopen();
      if (real.isAlone) giveBackAll(model);
    },
  ),
);

/** Clocks jump back, too. */
const passTime = fc.constantFrom(1, 99, 500, 1000, 3000, 10_000, -700).map((passed) =>
  command(
    'time passes',
    passed,
    () => true,
    async (model: Model) => {
      model.now += passed;
    },
  ),
);

export const LEASE_COMMANDS: readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] = [
  { weight: 10, arbitrary: leaseOf(kind) },
  { weight: 3, arbitrary: racingLeases },
  { weight: 1, arbitrary: releaseLeases },
  { weight: 1, arbitrary: reopen },
  { weight: 5, arbitrary: passTime },
];

/** Many of one kind, for what can only be done with it in one's hands. */
export function leasesOf(name: Kind): readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] {
  return [{ weight: 15, arbitrary: leaseOf(fc.constant(name)) }];
}
