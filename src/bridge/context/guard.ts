import { BridgeError, StepError } from '../../errors.ts';
import { describeCause, type Log } from '../../logger.ts';

/**
 * Runs a part of a step. An error without a code is a defect of the library or the stored data: it is logged
 * with its stack and converted to `ERR_UNEXPECTED`, so that it becomes an incident and is not treated as transient.
 * @param where ids, for the log
 * @throws {StepError} `ERR_UNEXPECTED`: the instance is unchanged; the call fails again until the defect is fixed
 */
export async function guard<Result>(
  log: Log,
  where: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isKnown = error instanceof BridgeError;
    if (isKnown && error.code !== 'ERR_UNEXPECTED') throw error;
    log('step.failed', { ...where, cause: describeCause(error) });
    if (isKnown) throw error;
    const name = error instanceof Error ? error.name : typeof error;
    throw new StepError(
      'ERR_UNEXPECTED',
      `The step failed unexpectedly (${name}). Nothing was changed; the log of the service has the stack.`,
      { details: where, cause: error },
    );
  }
}
