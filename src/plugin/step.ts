import { Engine } from 'bpmn-engine';
import { StepError } from '../errors.ts';
import { withContext } from '../model/expressions/evaluation-context.ts';
import type { Trigger } from './apply/trigger.ts';
import type { CompiledDefinition } from './compile-definition.ts';
import { createEngineOptions } from './engine/engine-options.ts';
import { findOnlyStart } from './engine/find-only-start.ts';
import type { StepChanges } from './outcome/finish-step.ts';
import { InstanceRun } from './state/instance-run.ts';
import { EMPTY_LEDGER } from './state/ledger.ts';
import { requireSameState } from './state/require-same-state.ts';
import type { StepFacts } from './state/run-settings.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './state/snapshot.ts';
import { takeStep } from './take-step.ts';
import { expressionContext } from './variables/expression-context.ts';
import { computeFormDefaults } from './variables/form-defaults.ts';

/** An instance between two steps. */
export interface StoredRun {
  readonly instanceId: string;
  /** null before the start and after the end. */
  readonly snapshot: string | null;
}

export interface StepResult {
  readonly changes: StepChanges;
  /** false for a message, signal, receive task or notifying button if no element waited for it. */
  readonly matched: boolean;
  /** null if the instance has ended. */
  readonly snapshot: string | null;
}

/**
 * Applies one trigger to one instance: a function of definition, snapshot and trigger to changes and the next snapshot.
 * It calls nothing outside and stores nothing, so it can be repeated, or discarded if another step was committed first.
 * @throws {StepError} the instance is unchanged: `ERR_STEP_FAILED`, `ERR_NO_HANDLER`, `ERR_SNAPSHOT_INVALID`
 * @throws {ModelError} `ERR_EXPRESSION_FAILED`: an expression cannot be evaluated with the current variables
 */
export async function runStep(
  definition: CompiledDefinition,
  stored: StoredRun,
  trigger: Trigger,
  { settings, now }: Pick<StepFacts, 'settings' | 'now'>,
): Promise<StepResult> {
  const { instanceId } = stored;
  const before = beginFrom(definition, stored, trigger);
  const context = expressionContext(before.instance, settings, () => now);
  const defaults = trigger.kind === 'start' && trigger.startNodeId === undefined ? definition.model.startDefaults : [];
  const unset = computeFormDefaults(defaults ?? [], 'the start', withContext(before.variables, context));
  const run = new InstanceRun(definition.model, before.ledger, { ...before.variables, ...unset }, context);
  const engine = new Engine({
    name: instanceId,
    sourceContext: definition.source,
    Logger: createSilentLogger,
    ...createEngineOptions(run),
  });
  // Without a listener, the emitter would throw the engine's error into the current call.
  engine.on('error', (error) => {
    run.failure ??= error;
  });

  try {
    if (trigger.kind === 'start') {
      const { model, source } = definition;
      run.startNodeId = trigger.startNodeId ?? findOnlyStart(model, source.getActivities(model.processId));
      await engine.execute({ listener: run.listener });
    } else {
      engine.recover(before.engine as unknown as Parameters<Engine['recover']>[0]);
      await engine.resume({ listener: run.listener });
      if (run.failure === undefined) requireSameState(run, engine.execution, instanceId);
    }
    const { instance } = before;
    const step = takeStep(
      run,
      trigger,
      { execution: engine.execution, before: before.ledger },
      { instance, settings, now },
    );
    const { changes, matched, ledger, engineState } = step;
    const next = { instance, variables: run.variables, ledger };
    return { changes, matched, snapshot: changes.ended ? null : writeSnapshot(next, engineState) };
  } catch (error) {
    // A loop without a wait recurses until the stack overflows.
    if (!(error instanceof RangeError)) throw error;
    throw new StepError('ERR_STEP_FAILED', 'The process contains a loop without a wait.', {
      cause: error,
    });
  }
}

/** The engine's own logger queries the terminal for each of its hundreds of elements. */
function createSilentLogger(): { debug(): void; warn(): void; error(): void } {
  return { debug() {}, warn() {}, error() {} };
}

function beginFrom({ model }: CompiledDefinition, { instanceId, snapshot }: StoredRun, trigger: Trigger): Snapshot {
  if (trigger.kind !== 'start') {
    if (snapshot === null) throw new StepError('ERR_STEP_FAILED', `Instance ${instanceId} has ended.`);
    return readSnapshot(snapshot, instanceId);
  }
  const { initiator } = trigger.instance;
  const variables = {
    ...trigger.variables,
    initiator,
    ...(model.initiatorVariable !== undefined && { [model.initiatorVariable]: initiator }),
  };
  return { instance: trigger.instance, variables, ledger: EMPTY_LEDGER, engine: {} };
}
