import { readFileSync } from 'node:fs';
import { GCProfiler } from 'node:v8';
import { createContext, Script } from 'node:vm';

// A timeout of Node's vm is the only way to end code that runs on this thread, also in the middle of a regular
// expression. It ends everything that the script calls, so the script itself does nothing else.
const script = new Script('work()');
const context: { work?: () => void } = createContext({});
/** Of the work that runs now, innermost last. */
const restores: (() => void)[] = [];

/**
 * Runs synchronous work and ends it after `timeoutMs` milliseconds. What it was changing is in an undefined state then,
 * and must be discarded: neither `catch` nor `finally` runs in it, only {@link withRestore}. May be called inside itself. Costs a tenth of a
 * millisecond.
 * @returns the result in a list of one; undefined if the work was ended
 */
export function runFor<Result>(timeoutMs: number, work: () => Result): readonly [Result] | undefined {
  let result: readonly [Result] | undefined;
  const around = restores.length;
  context.work = () => {
    result = [work()];
  };
  try {
    // Otherwise the stacks of errors would begin with the line of source that threw.
    script.runInContext(context, { timeout: timeoutMs, displayErrors: false });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    for (const restore of restores.splice(around).reverse()) restore();
    return undefined;
  } finally {
    delete context.work;
  }
  return result;
}

/** Runs work, then `restore`, also if {@link runFor} ends the work in the middle. @param restore may be called twice */
export function withRestore<Result>(restore: () => void, work: () => Result): Result {
  restores.push(restore);
  try {
    return work();
  } finally {
    restore();
    restores.pop();
  }
}

/** A run that got less of its time than this share was ended because the machine is busy. */
const BUSY_SHARE = 0.8;
const MOST_RUNS = 5;

/** How often work is run until it is given up. */
interface Runs {
  /** The time of the first run, as a share of the limit. How much of it the work got is not asked: most work ends in it. */
  readonly firstShare: number;
  /** A garbage collection, or a pause of the machine that counts as processor time, may take all of one. */
  readonly full: number;
}

const SHORT_RUNS: Runs = { firstShare: 1 / 4, full: 2 };
/** For limits that no pause takes all of. */
export const LONG_RUNS: Runs = { firstShare: 1 / 2, full: 1 };

/**
 * Runs work without side effects for `limitMs` milliseconds of processor time, after runs of a quarter and half of that:
 * it is given up only after two runs that got so much, since collecting the garbage of the rest of the process, or a pause
 * of the machine, may have taken that of one. On a busy machine, which gave the thread less until the timeout, it is run
 * again, each time for twice as long, and may take up to 7.75 times `limitMs` in all.
 * @returns as {@link runFor}
 */
export function runPure<Result>(
  limitMs: number,
  work: () => Result,
  { firstShare, full }: Runs = SHORT_RUNS,
): readonly [Result] | undefined {
  const firstMs = Math.ceil(limitMs * firstShare);
  let result = runFor(firstMs, work);
  let fullRuns = 0;
  for (let run = 1; run < MOST_RUNS && fullRuns < full && result === undefined; run += 1) {
    const timeoutMs = firstMs * 2 ** run;
    let gotMs = 0;
    [result, gotMs] = measure(() => runFor(timeoutMs, work));
    if (gotMs >= Math.min(timeoutMs, limitMs) * BUSY_SHARE) fullRuns += 1;
  }
  return result;
}

/**
 * Runs work, and measures how many milliseconds it got: the processor time of this thread, and the pauses in which it
 * waited for other threads of the process that collected garbage meanwhile. On a busy machine these may wait themselves.
 */
function measure<Result>(work: () => Result): readonly [result: Result, gotMs: number] {
  const collections = new GCProfiler();
  collections.start();
  const before = usedMs();
  try {
    const result = work();
    const after = usedMs();
    const pausedMs = sum(collections.stop()?.statistics.map(({ cost }) => cost / 1_000) ?? []);
    const ownMs = after.thread - before.thread;
    const othersMs = after.process - before.process - ownMs;
    return [result, ownMs + Math.min(pausedMs, othersMs)];
  } finally {
    collections.stop();
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

/** Of Node.js 23.9 or newer. */
interface OwnUsage {
  threadCpuUsage?(): NodeJS.CpuUsage;
}

/**
 * Processor time in milliseconds. That of the thread does not grow while it waits for a processor, though others of the
 * process may use one; where it is not told, it is taken to be that of the process.
 */
function usedMs(): { readonly thread: number; readonly process: number } {
  const all = inMs(process.cpuUsage());
  const own = (process as OwnUsage).threadCpuUsage?.();
  return { process: all, thread: own ? inMs(own) : (linuxThreadMs() ?? all) };
}

const inMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/** @returns undefined on other systems */
function linuxThreadMs(): number | undefined {
  try {
    const [ns] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(ns) / 1_000_000;
  } catch {
    return undefined;
  }
}
