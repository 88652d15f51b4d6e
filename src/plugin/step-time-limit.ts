import { StepError } from '../errors.ts';
import { runFor } from '../time-limit.ts';

/**
 * Runs a step and ends it when it takes too long. What it was changing is in an undefined state then, and must be discarded.
 * @throws {StepError} `ERR_STEP_TOO_LONG`
 */
export function withTimeLimit<Result>(timeoutMs: number, work: () => Result): Result {
  const result = runFor(timeoutMs, work);
  if (result !== undefined) return result[0];
  throw new StepError(
    'ERR_STEP_TOO_LONG',
    `The step was ended after ${timeoutMs} ms, and nothing was changed. Look for an expression that takes long with the ` +
      'variables of this instance, or for a loop.',
    { details: { timeoutMs } },
  );
}
