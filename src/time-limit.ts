import { createContext, Script } from 'node:vm';

// A timeout of Node's vm is the only way to end code that runs on this thread, also in the middle of a regular
// expression. It ends everything that the script calls, so the script itself does nothing else.
const script = new Script('work()');
const context: { work?: () => void } = createContext({});
/** Whether {@link runPure} leaves the limit to the one around it. */
let isLimitedAround = false;

/**
 * Runs synchronous work and ends it after `timeoutMs` milliseconds. What it was changing is in an undefined state then,
 * and must be discarded: neither `catch` nor `finally` runs in it. May be called inside itself. Costs a tenth of a
 * millisecond.
 * @returns the result in a list of one; undefined if the work was ended
 */
export function runFor<Result>(timeoutMs: number, work: () => Result): readonly [Result] | undefined {
  let result: readonly [Result] | undefined;
  const wasLimitedAround = isLimitedAround;
  context.work = () => {
    result = [work()];
  };
  try {
    // Otherwise the stacks of errors would begin with the line of source that threw.
    script.runInContext(context, { timeout: timeoutMs, displayErrors: false });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return undefined;
  } finally {
    delete context.work;
    // What was ended could not set it back.
    isLimitedAround = wasLimitedAround;
  }
  return result;
}

/** A run that got less of its time than this share was ended because the machine is busy. */
const BUSY_SHARE = 0.8;
/** A garbage collection, or a pause of the machine that counts as processor time, may take all of one. */
const FULL_RUNS = 2;
const MOST_RUNS = 4;

/**
 * Runs work without side effects for `limitMs` milliseconds of processor time, after a first run of half of that: it is
 * given up only after two runs that got so much, since collecting the garbage of the rest of the process, or a pause of
 * the machine, may have taken that of one. On a busy machine, which gave the process less until the timeout, it is run
 * again, each time for twice as long, and may take up to 7.5 times `limitMs` in all.
 * @returns as {@link runFor}
 */
export function runPure<Result>(limitMs: number, work: () => Result): readonly [Result] | undefined {
  if (isLimitedAround) return [work()];
  const firstMs = Math.ceil(limitMs / 2);
  let fullRuns = 0;
  for (let run = 0; run < MOST_RUNS && fullRuns < FULL_RUNS; run += 1) {
    const timeoutMs = firstMs * 2 ** run;
    const before = process.cpuUsage();
    const result = runFor(timeoutMs, work);
    if (result !== undefined) return result;
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 >= Math.min(timeoutMs, limitMs) * BUSY_SHARE) fullRuns += 1;
  }
  return undefined;
}

/**
 * The same for work of many parts with limits of their own, which would cost more than most of the parts: within it, this
 * limit is the only one.
 */
export function runPureParts<Result>(limitMs: number, work: () => Result): readonly [Result] | undefined {
  return runPure(limitMs, () => {
    isLimitedAround = true;
    return work();
  });
}
