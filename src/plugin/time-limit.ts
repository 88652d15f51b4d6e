import { createContext, Script } from 'node:vm';
import { StepError } from '../errors.ts';

/** Longest time of one step, in milliseconds, if the option `limits.stepMs` does not say otherwise. */
export const DEFAULT_STEP_MS = 5_000;

// A time limit of Node's vm is the only way to end code that runs on this thread, also in the middle of a regular
// expression. It ends everything that the script calls, so the script itself does nothing else.
const script = new Script('work()');
const context: { work?: () => void } = createContext({});

/**
 * Runs synchronous work and ends it when it takes too long. What it was changing is in an undefined state then, and must be
 * discarded: neither `catch` nor `finally` runs in it. Costs a tenth of a millisecond.
 * @throws {StepError} `ERR_STEP_TOO_LONG`
 */
export function withTimeLimit<Result>(timeoutMs: number, work: () => Result): Result {
  let result: { readonly value: Result } | undefined;
  context.work = () => {
    result = { value: work() };
  };
  try {
    // Otherwise the stacks of errors would begin with the line of source that threw.
    script.runInContext(context, { timeout: timeoutMs, displayErrors: false });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new StepError(
      'ERR_STEP_TOO_LONG',
      `The step was ended after ${timeoutMs} ms, and nothing was changed. Look for an expression that takes long with the ` +
        'variables of this instance, or for a loop.',
      { details: { timeoutMs } },
    );
  } finally {
    delete context.work;
  }
  return (result as { readonly value: Result }).value;
}
