import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPollLoop, type PollLoop } from '../../src/queue/poll-loop.ts';

const POLL_MS = 1000;

let loop: PollLoop;
/** Due times of the rows. */
let rows: number[];
/** What the loop did, in order. */
let log: string[];
/** Called in each round, before it takes its row. */
let inRound: () => Promise<void>;

/** The clock of the machine, which vi moves: nothing here waits for time. */
const clock = () => Date.now();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function takeOne(): Promise<number> {
  log.push('round');
  await inRound();
  const due = rows.findIndex((dueAt) => dueAt <= clock());
  if (due < 0) return 0;
  rows.splice(due, 1);
  return 1;
}

async function nextDueAt(): Promise<number | null> {
  log.push('look');
  return rows.length === 0 ? null : Math.min(...rows);
}

function open(round = takeOne, pollMs = POLL_MS): PollLoop {
  return createPollLoop(round, nextDueAt, { clock, pollMs, onError: (error) => log.push(String(error)) });
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  rows = [];
  log = [];
  inRound = async () => undefined;
  loop = open();
});
afterEach(async () => {
  await loop.stop();
  vi.useRealTimers();
});

it('takes all due rows when it starts, and no others', async () => {
  rows = [clock(), clock(), clock() + POLL_MS * 9];
  loop.start();
  await loop.idle();
  expect(rows).toEqual([clock() + POLL_MS * 9]);
  expect(log).toEqual(['look', 'round', 'look', 'round', 'look']);
});

it('only looks while nothing is due, once per poll', async () => {
  loop.start();
  await loop.idle();
  await pass(POLL_MS - 1);
  expect(log).toEqual(['look']);
  await pass(1);
  expect(log).toEqual(['look', 'look']);
});

it('finds a row that another process committed at the next poll', async () => {
  loop.start();
  await loop.idle();
  rows = [clock()];
  await pass(POLL_MS);
  expect(rows).toEqual([]);
});

it('sleeps until the next row is due, if that is before the next poll', async () => {
  rows = [clock() + 300];
  loop.start();
  await pass(299);
  expect(log).toEqual(['look']);
  await pass(1);
  expect(rows).toEqual([]);
});

it('pauses when it gets no row though one is due, since another process is leasing it', async () => {
  rows = [clock()];
  let others = 2;
  loop = open(async () => {
    others -= 1;
    return others < 0 ? takeOne() : 0;
  });
  loop.start();
  await loop.idle();
  expect(others).toBe(1);
  await pass(100);
  expect(rows).toEqual([]);
});

it('takes a row at once when it is woken', async () => {
  loop.start();
  await loop.idle();
  rows = [clock()];
  loop.wake();
  await loop.idle();
  expect(rows).toEqual([]);
});

it('does not start a second round beside one that is running, but looks again after it', async () => {
  const held = gate();
  inRound = () => held.opened;
  rows = [clock()];
  loop.start();
  await pass(0);
  loop.wake();
  loop.wake();
  await pass(POLL_MS);
  expect(log).toEqual(['look', 'round']);
  held.open();
  await loop.idle();
  expect(log).toEqual(['look', 'round', 'look', 'look']);
});

it('passes the error of a round on, and tries again at the next poll', async () => {
  rows = [clock()];
  let failures = 1;
  inRound = async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('no disk');
  };
  loop.start();
  await loop.idle();
  expect(log).toEqual(['look', 'round', 'Error: no disk']);
  await pass(POLL_MS);
  expect(rows).toEqual([]);
});

it('tries again at once when it was woken during a round that failed', async () => {
  const held = gate();
  let failures = 1;
  inRound = async () => {
    await held.opened;
    failures -= 1;
    if (failures >= 0) throw new Error('no disk');
  };
  rows = [clock()];
  loop.start();
  await pass(0);
  loop.wake();
  held.open();
  await loop.idle();
  expect(rows).toEqual([]);
});

it('stops after the round that is running, and leaves the other due rows', async () => {
  const held = gate();
  inRound = () => held.opened;
  rows = [clock(), clock()];
  loop.start();
  await pass(0);
  let hasStopped = false;
  const stopped = loop.stop().then(() => {
    hasStopped = true;
  });
  await pass(POLL_MS);
  expect(hasStopped).toBe(false);
  held.open();
  await stopped;
  expect(rows).toHaveLength(1);
  loop.wake();
  await pass(POLL_MS);
  expect(rows).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('does nothing before it is started', async () => {
  rows = [clock()];
  loop.wake();
  await pass(POLL_MS);
  expect(log).toEqual([]);
});

it('sleeps longer than a timer of Node.js can, in parts', async () => {
  const farMs = 2 ** 32;
  loop = open(takeOne, farMs * 2);
  rows = [clock() + farMs];
  loop.start();
  await loop.idle();
  await pass(POLL_MS);
  expect(log).toEqual(['look']);
  await pass(farMs);
  expect(rows).toEqual([]);
});
