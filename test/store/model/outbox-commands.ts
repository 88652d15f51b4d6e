import fc from 'fast-check';
import { expect } from 'vitest';
import { DUE_AT_ONCE, type OutboxRetry, type OutboxSettlement } from '../../../src/store/port.ts';
import { canRetry, correct, isOnNobodysHands, retryEntry } from './apply-step.ts';
import { command, type StoreCommand } from './command.ts';
import { newestFirst } from './job-commands.ts';
import { headsOf, type Model, pickBy } from './model.ts';

interface DrawnSettlement {
  readonly pick: number;
  readonly state: OutboxSettlement['state'];
  readonly flag: boolean;
  readonly laterMs: number;
  readonly judgedAsFirst: boolean;
}

const drawnSettlement: fc.Arbitrary<DrawnSettlement> = fc.record({
  pick: fc.nat(97),
  // Much can be done with what is parked, and with the rest nothing more.
  state: fc.constantFrom(...(['delivered', 'unconfirmed', 'parked', 'parked', 'parked', 'pending'] as const)),
  flag: fc.boolean(),
  laterMs: fc.constantFrom(-500, 0, 1000, 4000),
  judgedAsFirst: fc.boolean(),
});

function makeSettlement(seq: number, drawn: DrawnSettlement, at: number): OutboxSettlement {
  const { state, flag: repeat } = drawn;
  const judged = drawn.judgedAsFirst ? { judgedAsFirst: true as const } : {};
  switch (state) {
    case 'delivered':
      return { seq, state, at, reason: null };
    case 'unconfirmed':
      return { seq, state, at, reason: 'an echo', ...judged };
    case 'parked':
      return { seq, state, at, reason: 'refused', refusedIds: ['t-1'], repeat, ...judged };
    case 'pending':
      return {
        seq,
        state,
        dueAt: at + drawn.laterMs,
        repeat,
        refusals: drawn.pick % 3,
        refusedIds: repeat ? ['t-2'] : [],
        alone: !repeat,
        reason: 'not now',
      };
  }
}

/** @returns whether it was settled */
export function settle(model: Model, owner: string, settlement: OutboxSettlement): boolean {
  const entry = model.entries.get(settlement.seq);
  if (entry === undefined || entry.owner !== owner) return false;
  entry.owner = null;
  if ('judgedAsFirst' in settlement && entry.repeat) {
    Object.assign(entry, { dueAt: settlement.at, freeAt: settlement.at });
    return false;
  }
  const { state, reason } = settlement;
  Object.assign(entry, { state, reason, freeAt: null });
  if (state === 'delivered') entry.deliveredAt = settlement.at;
  if (state === 'unconfirmed') entry.deliveredAt = settlement.at;
  if (state === 'parked') entry.refusedIds = settlement.refusedIds;
  if (state === 'parked' || state === 'pending') entry.repeat ||= settlement.repeat;
  if (state === 'pending') {
    const { dueAt, refusals, refusedIds, alone } = settlement;
    Object.assign(entry, { dueAt, freeAt: dueAt, refusals, refusedIds, alone });
  }
  return true;
}

/** What somebody says became of some that they once leased; some of it comes too late. */
const settleOutbox = fc.array(drawnSettlement, { minLength: 1, maxLength: 3 }).map((drawn) =>
  command(
    'settleOutbox',
    drawn,
    (model) => model.hands.entries.length > 0,
    async (model, { store }) => {
      const { owner } = newestFirst(model.hands.entries, drawn[0]?.pick ?? 0);
      const theirs = model.hands.entries.filter((hand) => hand.owner === owner);
      const bySeq = new Map<number, OutboxSettlement>();
      for (const each of drawn) {
        const { seq } = newestFirst(theirs, each.pick).row;
        bySeq.set(seq, makeSettlement(seq, each, model.now));
      }
      const settlements = [...bySeq.values()];
      const settled = await store.settleOutbox(owner, settlements);
      const expected = settlements.filter((settlement) => settle(model, owner, settlement)).map(({ seq }) => seq);
      expect(settled.toSorted()).toEqual(expected.toSorted());
    },
  ),
);

const stale = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
const drawnRead = fc.record({ pick: fc.nat(97), parkedFirst: fc.constantFrom(true, true, true, false), stale });

function readEntry(
  model: Model,
  { pick, parkedFirst, stale: by }: { pick: number; parkedFirst: boolean; stale: number },
) {
  const parked = [...model.entries.values()].filter(({ state }) => state === 'parked');
  const { seq, attempts } = pickBy(parkedFirst && parked.length > 0 ? parked : model.entries.values(), pick);
  return { seq, attempts: attempts - by };
}

const retryOutbox = fc.record({ read: drawnRead, isCorrected: fc.constantFrom(true, true, false) }).map((args) =>
  command(
    'retryOutbox',
    args,
    (model) => model.entries.size > 0,
    async (model, { store }) => {
      const read = readEntry(model, args.read);
      const corrected = args.isCorrected ? correct(model, read.seq) : undefined;
      const retry: OutboxRetry = { ...read, ...(corrected && { corrected }) };
      const isHeard = canRetry(model, retry);
      expect(await store.retryOutbox(retry, model.now)).toBe(isHeard);
      if (isHeard) retryEntry(model, retry, model.now);
    },
  ),
);

const skipOutbox = drawnRead.map((args) =>
  command(
    'skipOutbox',
    args,
    (model) => model.entries.size > 0,
    async (model, { store }) => {
      const read = readEntry(model, args);
      const entry = model.entries.get(read.seq);
      const isFree = entry !== undefined && (entry.state === 'parked' || isOnNobodysHands(entry, model.now));
      const isHeard = isFree && entry.attempts === read.attempts;
      expect(await store.skipOutbox(read, { at: model.now, reason: 'given up' })).toBe(isHeard);
      if (isHeard) Object.assign(entry, { state: 'skipped', reason: 'given up', freeAt: null, owner: null });
    },
  ),
);

const acknowledgeOutbox = fc.nat(97).map((pick) =>
  command(
    'acknowledgeOutbox',
    pick,
    (model) => model.entries.size > 0,
    async (model, { store }) => {
      const unconfirmed = [...model.entries.values()].filter(({ state }) => state === 'unconfirmed');
      const entry = pickBy(unconfirmed.length > 0 ? unconfirmed : model.entries.values(), pick);
      const isHeard = entry.state === 'unconfirmed';
      expect(await store.acknowledgeOutbox(entry.seq, { at: model.now, reason: 'seen' })).toBe(isHeard);
      if (isHeard) Object.assign(entry, { state: 'acknowledged', reason: 'seen' });
    },
  ),
);

const makeOutboxDue = fc.record({ pick: fc.nat(97), isOne: fc.boolean() }).map((args) =>
  command(
    'makeOutboxDue',
    args,
    (model) => model.entries.size > 0,
    async (model, { store }) => {
      const at = model.now;
      const { seq } = pickBy(model.entries.values(), args.pick);
      const due = headsOf(model).filter((entry) => isOnNobodysHands(entry, at) && (!args.isOne || entry.seq === seq));
      expect(await store.makeOutboxDue({ at, ...(args.isOne && { seq }) })).toBe(due.length);
      for (const entry of due) Object.assign(entry, { dueAt: at, freeAt: at });
      const [first] = due.toSorted((one, other) => one.seq - other.seq);
      if (first !== undefined) first.freeAt = DUE_AT_ONCE;
    },
  ),
);

export const OUTBOX_COMMANDS: readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] = [
  { weight: 6, arbitrary: settleOutbox },
  { weight: 5, arbitrary: retryOutbox },
  { weight: 1, arbitrary: skipOutbox },
  { weight: 1, arbitrary: acknowledgeOutbox },
  { weight: 1, arbitrary: makeOutboxDue },
];
