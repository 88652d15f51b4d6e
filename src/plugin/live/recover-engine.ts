import type { Engine } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { asStepError } from '../step-error.ts';

/** Recovers an engine. @throws {StepError} `ERR_SNAPSHOT_INVALID`: its state is damaged */
export function recoverEngine(engine: Engine, state: unknown, instanceId: string): void {
  readEngineState(instanceId, () => {
    const recovered = state as Parameters<Engine['recover']>[0] & { readonly definitions: readonly unknown[] };
    if (recovered.definitions.length === 0) throw new TypeError('it has no definitions');
    engine.recover(recovered);
  });
}

/**
 * Reads a stored state of the engine, which nothing checks before.
 * @throws {StepError} `ERR_SNAPSHOT_INVALID`, as {@link damagedState}
 */
export function readEngineState<Result>(instanceId: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw damagedState(instanceId, error);
  }
}

/** What an error means that was thrown while a stored state was read or resumed: unless it is one of a process, the state is damaged. */
export function damagedState(instanceId: string, error: unknown): unknown {
  const isOfState = !(error instanceof RangeError) && asStepError(error).code === 'ERR_UNEXPECTED';
  if (!isOfState) return error;
  return new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The state of the engine of instance ${instanceId} cannot be recovered (${(error as Error).name}). Restore the row from a backup, or end the instance.`,
    // A SyntaxError quotes what it could not read.
    { details: { instanceId }, ...(!(error instanceof SyntaxError) && { cause: error }) },
  );
}
