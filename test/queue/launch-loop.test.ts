import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLaunchLoop, type LaunchLoop, type LeasedRun } from '../../src/queue/launch-loop.ts';

const POLL_MS = 1000;
const LEASE_MS = 300;

interface Row {
  readonly id: string;
  readonly lease: number;
}

let loop: LaunchLoop;
let limit: number;
/** The due time of each row that is not settled; a leased row is due again when its lease expires. */
let dueAt: Map<string, number>;
let leases: number;
/** The limit of each lease, in order. */
let asked: number[];
/** How often the store was asked when the next row is due. */
let looks: number;
/** The ids of the rows that were started, in order. */
let launched: string[];
/** What ended, with the lease it was settled with. */
let settled: string[];
let errors: string[];
/** Whose leases the store was asked about. */
let renewed: string[];
/** Rows that somebody else has taken. */
let lost: Set<string>;
/** Ends a row that is running. */
let end: Map<string, (error?: Error) => void>;

/** The clock of the machine, which vi moves: nothing here waits for time. */
const clock = () => Date.now();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function lease(room: number): Promise<{ taken: number; rows: Row[] }> {
  asked.push(room);
  const due = [...dueAt].filter(([, at]) => at <= clock()).slice(0, room);
  const rows = due.map(([id]) => {
    dueAt.set(id, clock() + LEASE_MS);
    leases += 1;
    return { id, lease: leases };
  });
  return { taken: rows.length, rows };
}

async function run(leased: LeasedRun<Row>): Promise<void> {
  const { id } = leased.held;
  launched.push(id);
  await new Promise<void>((resolve, reject) => {
    end.set(id, (error) => (error ? reject(error) : resolve()));
  });
  dueAt.delete(id);
  settled.push(`${id} by lease ${leased.held.lease}`);
}

function open(leaseRows = lease, runRow = run): LaunchLoop {
  return createLaunchLoop<Row>({
    clock,
    pollMs: POLL_MS,
    onError: (error) => errors.push(String(error)),
    limit: () => limit,
    nextDueAt: async () => {
      looks += 1;
      return dueAt.size === 0 ? null : Math.min(...dueAt.values());
    },
    lease: leaseRows,
    keyOf: ({ id }) => id,
    renew: async ({ id }) => {
      renewed.push(id);
      return !lost.has(id);
    },
    run: runRow,
  });
}

function put(...ids: string[]): void {
  for (const id of ids) dueAt.set(id, clock());
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  limit = 2;
  dueAt = new Map();
  leases = 0;
  asked = [];
  looks = 0;
  launched = [];
  settled = [];
  errors = [];
  renewed = [];
  lost = new Set();
  end = new Map();
  loop = open();
});
afterEach(async () => {
  await loop.stop();
  for (const finish of end.values()) finish();
  await loop.drained();
  vi.useRealTimers();
});

it('runs due rows beside each other, up to the limit', async () => {
  put('a', 'b', 'c');
  loop.start();
  await pass(0);
  expect(launched).toEqual(['a', 'b']);
  expect(asked).toEqual([2]);
});

it('starts the next row as soon as one ends, though another is stuck', async () => {
  put('stuck', 'b', 'c', 'd');
  loop.start();
  await pass(0);
  end.get('b')?.();
  await pass(0);
  end.get('c')?.();
  await pass(0);
  expect(launched).toEqual(['stuck', 'b', 'c', 'd']);
  expect(settled).toEqual(['b by lease 2', 'c by lease 3']);
  expect(asked).toEqual([2, 1, 1]);
});

it('asks the store for nothing while as many rows run as may, also when it is woken', async () => {
  put('a', 'b', 'c');
  loop.start();
  await pass(0);
  loop.wake();
  await pass(POLL_MS * 3);
  expect(asked).toEqual([2]);
  expect(looks).toBe(1);
});

it('follows a limit that changes', async () => {
  limit = 0;
  put('a', 'b');
  loop.start();
  await pass(0);
  expect(asked).toEqual([]);
  limit = 1;
  loop.wake();
  await pass(0);
  expect(launched).toEqual(['a']);
});

it('goes on with the new lease of a row whose lease expired while it ran, and does not run it twice', async () => {
  put('slow');
  loop.start();
  await pass(LEASE_MS);
  expect(leases).toBe(2);
  end.get('slow')?.();
  await loop.idle();
  expect(launched).toEqual(['slow']);
  expect(settled).toEqual(['slow by lease 2']);
});

it('passes on the error of a row, whose place is free for the next', async () => {
  limit = 1;
  put('bad', 'good');
  loop.start();
  await pass(0);
  end.get('bad')?.(new Error('no disk'));
  await pass(0);
  expect(errors).toEqual(['Error: no disk']);
  expect(launched).toEqual(['bad', 'good']);
});

it('leases again at once when rows were taken and none of them is to be run', async () => {
  put('unreadable', 'b');
  loop = open(async (room) => {
    const { taken, rows } = await lease(Math.min(room, 1));
    return { taken, rows: rows.filter(({ id }) => id !== 'unreadable') };
  });
  loop.start();
  await pass(0);
  expect(launched).toEqual(['b']);
});

it('is idle when no row runs and none is due', async () => {
  limit = 1;
  put('a', 'b');
  loop.start();
  await pass(0);
  let isIdle = false;
  const idle = loop.idle().then(() => {
    isIdle = true;
  });
  end.get('a')?.();
  await pass(0);
  expect(launched).toEqual(['a', 'b']);
  expect(isIdle).toBe(false);
  end.get('b')?.();
  await idle;
  expect(settled).toEqual(['a by lease 1', 'b by lease 2']);
});

it('starts no rows after it is stopped, and lets those that run end', async () => {
  limit = 1;
  put('a', 'b');
  loop.start();
  await pass(0);
  await loop.stop();
  let isSettled = false;
  const ended = loop.drained().then(() => {
    isSettled = true;
  });
  await pass(POLL_MS);
  expect(isSettled).toBe(false);
  end.get('a')?.();
  await ended;
  await pass(POLL_MS);
  expect(settled).toEqual(['a by lease 1']);
  expect(launched).toEqual(['a']);
});

/** Longer than any test. */
async function leaseForLong(room: number): ReturnType<typeof lease> {
  const leased = await lease(room);
  for (const { id } of leased.rows) dueAt.set(id, clock() + 60_000);
  return leased;
}

/** Makes two calls once it is told to. */
async function runTwoCalls(leased: LeasedRun<Row>): Promise<void> {
  await run(leased);
  for (const call of ['first', 'second']) {
    if (!(await leased.isHeld())) return;
    settled.push(`${call} call of ${leased.held.id}`);
  }
}

it('asks the store before a call whether the row is still leased, unless it has just been', async () => {
  loop = open(leaseForLong, runTwoCalls);
  put('a', 'b');
  loop.start();
  await pass(1000);
  end.get('a')?.();
  await pass(1);
  expect(renewed).toEqual([]);
  end.get('b')?.();
  await loop.drained();
  expect(renewed).toEqual(['b']);
  const calls = settled.filter((text) => text.includes('call'));
  expect(calls).toEqual(['first call of a', 'second call of a', 'first call of b', 'second call of b']);
});

it('ends the run of a row that is lost without a call, and runs the row again when it is leased again', async () => {
  loop = open(leaseForLong, runTwoCalls);
  put('a');
  loop.start();
  await pass(1001);
  lost.add('a');
  end.get('a')?.();
  put('a');
  await pass(0);
  expect(settled).toEqual(['a by lease 1']);
  expect(launched).toEqual(['a']);
  put('a');
  await pass(POLL_MS);
  end.get('a')?.();
  await loop.drained();
  expect(launched).toEqual(['a', 'a']);
  expect(settled.slice(1)).toEqual(['a by lease 2', 'first call of a', 'second call of a']);
});
