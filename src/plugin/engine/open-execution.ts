import type { Engine, Execution } from 'bpmn-engine';
import * as bpmnEngine from 'bpmn-engine';
import type { SerializableContext } from 'moddle-context-serializer';
import { StepError } from '../../errors.ts';
import { asStepError } from '../step-error.ts';

/** The execution of an engine, with the members that its declarations leave out. */
export type OpenExecution = Execution & {
  _execute(options: { readonly listener: object }): void;
  _resume(options: { readonly listener: object }): void;
};

interface EngineInternals {
  addSource(options: { readonly sourceContext: SerializableContext }): void;
  _loadDefinition(source: SerializableContext): Execution['definitions'][number];
  readonly execution: Execution;
}

// Exported, but not declared.
const { Execution: EngineExecution } = bpmnEngine as unknown as {
  Execution: new (engine: Engine, definitions: readonly object[], options: object) => OpenExecution;
};

/**
 * Loads a definition into an engine without waiting for anything; `engine.execute` and `engine.resume` are asynchronous, and
 * a time limit ends only what is synchronous.
 * @param state the engine's state to recover; undefined for an execution that has not begun
 */
export function openExecution(
  engine: Engine,
  source: SerializableContext,
  state: Readonly<Record<string, unknown>> | undefined,
  instanceId: string,
): OpenExecution {
  const internals = engine as unknown as EngineInternals;
  if (state === undefined) return new EngineExecution(engine, [internals._loadDefinition(source)], {});
  internals.addSource({ sourceContext: source });
  recoverEngine(engine, state, instanceId);
  return internals.execution as OpenExecution;
}

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
