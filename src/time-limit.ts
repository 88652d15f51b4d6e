import { createContext, Script } from 'node:vm';

// A timeout of Node's vm is the only way to end code that runs on this thread, also in the middle of a regular
// expression. It ends everything that the script calls, so the script itself does nothing else.
const script = new Script('work()');
const context: { work?: () => void } = createContext({});

/**
 * Runs synchronous work and ends it after `timeoutMs` milliseconds. What it was changing is in an undefined state then,
 * and must be discarded: neither `catch` nor `finally` runs in it. May be called inside itself. Costs a tenth of a
 * millisecond.
 * @returns the result in a list of one; undefined if the work was ended
 */
export function runFor<Result>(timeoutMs: number, work: () => Result): readonly [Result] | undefined {
  let result: readonly [Result] | undefined;
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
  }
  return result;
}

/** A run that got less of its time than this share was ended because the machine is busy. */
const BUSY_SHARE = 0.8;
/** How often it is run again then, each time for twice as long. */
const MORE_RUNS = 3;

/**
 * Runs work without side effects for about `limitMs` milliseconds of processor time: on a busy machine, which gave the
 * process less than that until the timeout, it is run again, and may take up to 15 times as long in all.
 * @returns as {@link runFor}
 */
export function runPure<Result>(limitMs: number, work: () => Result): readonly [Result] | undefined {
  for (let run = 0, timeoutMs = limitMs; run <= MORE_RUNS; run += 1, timeoutMs *= 2) {
    const before = process.cpuUsage();
    const result = runFor(timeoutMs, work);
    if (result !== undefined) return result;
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 >= limitMs * BUSY_SHARE) return undefined;
  }
  return undefined;
}
