import {
  COUNTED_BY_LEASES,
  type JobRow,
  type Lease,
  type MessageRow,
  type OutboxRow,
  type TimerStartRow,
  type WakeUp,
} from '../../../src/store/port.ts';
import { type Hand, headsOf, inOrder, type Leased, type Model } from './model.ts';

/** How rows of a kind are leased: which are due, who takes them, in which order they are given. */
export interface Leasing<Row> {
  /** Those that may be taken, in the order in which they are. */
  due(model: Model, now: number): string[];
  /** Takes these. @returns what the store must give, in its order */
  take(model: Model, keys: readonly string[], lease: Lease): Row[];
  /** Takes over what only the store can know of the rows it gave. */
  learn?(model: Model, rows: readonly Row[]): void;
  /** What names a row. */
  keyOf(row: Row): string;
}

function isDue({ freeAt }: { readonly freeAt: number | null }, now: number): boolean {
  return freeAt !== null && freeAt <= now;
}

function longestFree<Row extends { readonly freeAt: number | null }>(
  rows: readonly Row[],
  now: number,
  key: (row: Row) => string | number,
): Row[] {
  const due = rows.filter((row) => isDue(row, now));
  return inOrder(due, ({ freeAt }) => freeAt ?? 0, key);
}

/** Holds it, counts the attempt, and remembers who has what in their hands. */
function takeRow<Row extends { readonly attempts: number }>(
  model: Model,
  row: Leased<Row>,
  { owner, now, leaseMs }: Lease,
  hands: Hand<Row>[],
): Row {
  model.leases += 1;
  Object.assign(row, { owner, freeAt: now + leaseMs, lease: model.leases, attempts: row.attempts + 1 });
  if ('leases' in row && typeof row.leases === 'number') Object.assign(row, { leases: row.leases + 1 });
  const { freeAt: _free, owner: _owner, lease, ...given } = row;
  // Its own fields are all that is left.
  const leased = given as unknown as Row;
  hands.push({ lease, owner, row: leased });
  return leased;
}

/** Its last holder neither gave it back nor counted the attempt. */
function countLost(row: Leased<JobRow>): void {
  if (row.begun < COUNTED_BY_LEASES) Object.assign(row, { begun: row.begun + 1 });
}

const jobs: Leasing<JobRow> = {
  due: (model, now) => longestFree([...model.jobs.values()], now, ({ jobId }) => jobId).map(({ jobId }) => jobId),
  take(model, keys, lease) {
    const rows = [...model.jobs.values()].filter(({ jobId }) => keys.includes(jobId));
    return inOrder(
      rows,
      ({ dueAt }) => dueAt,
      ({ jobId }) => jobId,
    ).map((row) => {
      if (row.owner !== null && row.owner !== lease.owner) countLost(row);
      return takeRow<JobRow>(model, row, lease, model.hands.jobs);
    });
  },
  keyOf: ({ jobId }) => jobId,
};

const messages: Leasing<MessageRow> = {
  due: (model, now) => longestFree([...model.messages.values()], now, () => 0).map(({ sendId }) => sendId),
  take(model, keys, lease) {
    const rows = [...model.messages.values()].filter(({ sendId }) => keys.includes(sendId));
    return inOrder(rows, ({ dueAt }) => dueAt).map((row) =>
      takeRow<MessageRow>(model, row, lease, model.hands.messages),
    );
  },
  keyOf: ({ sendId }) => sendId,
};

const outbox: Leasing<OutboxRow> = {
  due: (model, now) => longestFree(headsOf(model), now, ({ seq }) => seq).map(({ seq }) => String(seq)),
  take(model, keys, lease) {
    const rows = [...model.entries.values()].filter(({ seq }) => keys.includes(String(seq)));
    return inOrder(rows, ({ seq }) => seq).map((row) => {
      // Its last holder neither settled it nor gave it back.
      if (row.owner !== null) row.repeat = true;
      return takeRow<OutboxRow>(model, row, lease, model.hands.entries);
    });
  },
  keyOf: ({ seq }) => String(seq),
};

const wakeUps: Leasing<WakeUp> = {
  due: (model, now) =>
    longestFree(
      [...model.instances].map(([instanceId, { wake }]) => ({ instanceId, freeAt: wake.freeAt })),
      now,
      ({ instanceId }) => instanceId,
    ).map(({ instanceId }) => instanceId),
  take(model, keys, lease) {
    const instances = [...model.instances.values()].filter(({ row }) => keys.includes(row.instanceId));
    return inOrder(
      instances,
      ({ row }) => row.wakeAt ?? 0,
      ({ row }) => row.instanceId,
    ).map(({ row: { instanceId, revision }, wake }) => {
      model.leases += 1;
      wake.lease = model.leases;
      wake.owner = lease.owner;
      wake.freeAt = lease.now + lease.leaseMs;
      wake.attempts += 1;
      const row: WakeUp = { instanceId, revision, attempts: wake.attempts };
      model.hands.wakeUps.push({ lease: wake.lease, owner: lease.owner, row });
      return row;
    });
  },
  keyOf: ({ instanceId }) => instanceId,
};

const timerStarts: Leasing<TimerStartRow> = {
  due: (model, now) => longestFree([...model.timerStarts.values()], now, () => 0).map(({ startNodeId }) => startNodeId),
  learn(model, rows) {
    for (const { startNodeId, seq } of rows) {
      const known = model.timerStarts.get(startNodeId);
      if (known?.seq === 0) known.seq = seq;
    }
  },
  take(model, keys, lease) {
    const rows = [...model.timerStarts.values()].filter(({ startNodeId }) => keys.includes(startNodeId));
    return inOrder(rows, ({ dueAt }) => dueAt ?? 0).map((row) =>
      takeRow<TimerStartRow>(model, row, lease, model.hands.timerStarts),
    );
  },
  keyOf: ({ startNodeId }) => startNodeId,
};

export const LEASINGS = { jobs, messages, outbox, wakeUps, timerStarts } as const;

/** Gives back what the owner holds, or what anybody does: free when it was due, entries as a repeat. */
export function giveBackAll(model: Model, owner?: string): void {
  const isHeld = (row: { readonly owner: string | null }) =>
    owner === undefined ? row.owner !== null : row.owner === owner;
  const free = { owner: null };
  for (const row of [...model.jobs.values()].filter(isHeld)) {
    if (owner === undefined) countLost(row);
    else if (row.begun > COUNTED_BY_LEASES) Object.assign(row, { begun: row.begun - 1 });
  }
  for (const row of [...model.jobs.values(), ...model.messages.values(), ...model.timerStarts.values()].filter(
    isHeld,
  )) {
    Object.assign(row, free, { freeAt: row.dueAt });
  }
  for (const row of [...model.entries.values()].filter(isHeld)) {
    Object.assign(row, free, { freeAt: row.dueAt, repeat: true });
  }
  for (const { row, wake } of model.instances.values()) {
    if (isHeld(wake)) Object.assign(wake, free, { freeAt: row.wakeAt });
  }
}
