import { DEFAULT_LIMITS } from '../config/limits.ts';
import { StepError } from '../errors.ts';
import { runFor } from '../time-limit.ts';
import type { Trigger } from './apply/trigger.ts';
import type { CompiledDefinition } from './compile-definition.ts';
import { nodesOfStep } from './engine/slice/nodes-of-step.ts';
import { continueStepEngine, openStepEngine } from './engine/step-engine.ts';
import type { KeptEngine, KeptEngines } from './kept-engines.ts';
import type { StepChanges } from './outcome/finish-step.ts';
import { forgoSystemTasks } from './outcome/system-task.ts';
import { InstanceRun } from './state/instance-run.ts';
import { EMPTY_LEDGER } from './state/ledger.ts';
import { requireSameState } from './state/require-same-state.ts';
import type { StepFacts } from './state/run-settings.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './state/snapshot.ts';
import { takeStep } from './take-step.ts';
import { keepFromPresses } from './variables/called-variables.ts';
import { expressionContext } from './variables/expression-context.ts';
import { startVariables } from './variables/form-defaults.ts';

/** An instance between two steps. */
export interface StepInput {
  readonly instanceId: string;
  /** null before the start and after the end. */
  readonly snapshot: string | null;
  /** The system task that the center refused to create: the instance has none from now on. null or absent: none. */
  readonly refusedTaskId?: string | null;
}

/** What a step knows besides its input. */
export interface StepCircumstances extends Pick<StepFacts, 'settings' | 'now'> {
  /** Those that stay alive between steps; the results are the same without them. */
  readonly engines?: KeptEngines | undefined;
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
  facts: StepCircumstances,
): Promise<StepResult> {
  const { stepMs } = { ...DEFAULT_LIMITS, ...facts.settings.limits };
  return withTimeLimit(stepMs, () => computeStep(definition, stored, trigger, facts));
}

/** Synchronous, so that it can be ended in the middle. */
function computeStep(
  definition: CompiledDefinition,
  stored: StepInput,
  trigger: Trigger,
  { settings, now, engines }: StepCircumstances,
): StepResult {
  const { instanceId, snapshot } = stored;
  const kept = snapshot === null ? undefined : engines?.take(instanceId, definition, snapshot);
  const before = beginFrom(stored, trigger, kept);
  const context = expressionContext(before.instance, settings, () => now);
  const { model } = definition;
  const variables =
    trigger.kind === 'start'
      ? startVariables(model, trigger.variables, {
          initiator: before.instance.initiator,
          hasForm: trigger.startNodeId === undefined,
          context,
        })
      : before.variables;
  const run = new InstanceRun(model, before.ledger, variables, context);
  if (trigger.kind === 'start') {
    run.startNodeId = trigger.startNodeId;
    keepFromPresses(run, undefined, Object.keys(variables));
  }
  if (stored.refusedTaskId) forgoSystemTasks(run, stored.refusedTaskId);

  try {
    const state = trigger.kind === 'start' ? undefined : before.engine;
    const engine = kept?.engine ?? openStepEngine(definition, run, instanceId, state);
    if (kept) continueStepEngine(engine, run, kept.nodeIds);
    else if (trigger.kind !== 'start' && run.failure === undefined) {
      requireSameState(run, engine.execution, instanceId);
    }
    const { execution } = engine;
    const { instance } = before;
    const step = takeStep(run, trigger, { execution, before: before.ledger }, { instance, settings, now });
    const { changes, matched, ledger, engineState } = step;
    if (changes.ended) return { changes, matched, snapshot: null };
    const next = { instance, variables: run.variables, ledger };
    const written = writeSnapshot(next, engineState);
    engines?.keep(instanceId, {
      ...{ definition, engine, snapshot: written },
      rest: writeSnapshot(next, {}),
      nodeIds: nodesOfStep(definition.model, engineState),
    });
    return { changes, matched, snapshot: written };
  } catch (error) {
    // A loop without a wait recurses until the stack overflows.
    if (!(error instanceof RangeError)) throw error;
    throw new StepError('ERR_STEP_FAILED', 'The process contains a loop without a wait.', {
      cause: error,
    });
  }
}

function beginFrom({ instanceId, snapshot }: StepInput, trigger: Trigger, kept: KeptEngine | undefined): Snapshot {
  if (trigger.kind !== 'start') {
    if (snapshot === null) throw new StepError('ERR_STEP_FAILED', `Instance ${instanceId} has ended.`);
    return readSnapshot(kept?.rest ?? snapshot, instanceId);
  }
  return { instance: trigger.instance, variables: {}, ledger: EMPTY_LEDGER, engine: {} };
}

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
