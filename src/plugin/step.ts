import { Engine } from 'bpmn-engine';
import { StepError } from '../errors.ts';
import { withContext } from '../model/expressions/evaluation-context.ts';
import type { Trigger } from './apply/trigger.ts';
import type { CompiledDefinition } from './compile-definition.ts';
import { createEngineOptions } from './engine/engine-options.ts';
import { findOnlyStart } from './engine/find-only-start.ts';
import { openExecution } from './engine/open-execution.ts';
import { sourceOfStep } from './engine/slice/source-of-step.ts';
import type { StepChanges } from './outcome/finish-step.ts';
import { InstanceRun } from './state/instance-run.ts';
import { EMPTY_LEDGER } from './state/ledger.ts';
import { requireSameState } from './state/require-same-state.ts';
import type { StepFacts } from './state/run-settings.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './state/snapshot.ts';
import { takeStep } from './take-step.ts';
import { DEFAULT_STEP_MS, withTimeLimit } from './time-limit.ts';
import { expressionContext } from './variables/expression-context.ts';
import { computeFormDefaults } from './variables/form-defaults.ts';

/** An instance between two steps. */
export interface StepInput {
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
 * @throws {StepError} the instance is unchanged: `ERR_STEP_FAILED`, `ERR_NO_HANDLER`, `ERR_SNAPSHOT_INVALID`;
 * `ERR_STEP_TOO_LONG`: it took longer than `limits.stepMs`
 * @throws {ModelError} `ERR_EXPRESSION_FAILED`: an expression cannot be evaluated with the current variables
 */
export async function runStep(
  definition: CompiledDefinition,
  stored: StepInput,
  trigger: Trigger,
  facts: Pick<StepFacts, 'settings' | 'now'>,
): Promise<StepResult> {
  const { stepMs = DEFAULT_STEP_MS } = facts.settings.limits ?? {};
  return withTimeLimit(stepMs, () => computeStep(definition, stored, trigger, facts));
}

/** Synchronous, so that it can be ended in the middle. */
function computeStep(
  definition: CompiledDefinition,
  stored: StepInput,
  trigger: Trigger,
  { settings, now }: Pick<StepFacts, 'settings' | 'now'>,
): StepResult {
  const { instanceId } = stored;
  const before = beginFrom(definition, stored, trigger);
  const context = expressionContext(before.instance, settings, () => now);
  const defaults = trigger.kind === 'start' && trigger.startNodeId === undefined ? definition.model.startDefaults : [];
  const unset = computeFormDefaults(defaults ?? [], 'the start', withContext(before.variables, context));
  const run = new InstanceRun(definition.model, before.ledger, { ...before.variables, ...unset }, context);
  const engine = new Engine({
    name: instanceId,
    Logger: createSilentLogger,
    ...createEngineOptions(run),
  });
  // Without a listener, the emitter would throw the engine's error into the current call.
  engine.on('error', (error) => {
    run.failure ??= error;
  });

  try {
    const source = sourceOfStep(definition, trigger.kind === 'start' ? undefined : before.engine);
    const execution = openExecution(engine, source, trigger.kind === 'start' ? undefined : before.engine);
    if (trigger.kind === 'start') {
      const { model, source: whole } = definition;
      run.startNodeId = trigger.startNodeId ?? findOnlyStart(model, whole.getActivities(model.processId));
      execution._execute({ listener: run.listener });
    } else {
      execution._resume({ listener: run.listener });
      if (run.failure === undefined) requireSameState(run, execution, instanceId);
    }
    const { instance } = before;
    const step = takeStep(run, trigger, { execution, before: before.ledger }, { instance, settings, now });
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

function beginFrom({ model }: CompiledDefinition, { instanceId, snapshot }: StepInput, trigger: Trigger): Snapshot {
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
