import { DEFAULT_LIMITS } from '../config/limits.ts';
import { StepError } from '../errors.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { emptyState } from '../net/state.ts';
import { runFor } from '../time-limit.ts';
import type { Trigger } from './apply/trigger.ts';
import type { CompiledDefinition } from './compile-definition.ts';
import type { StepChanges } from './outcome/finish-step.ts';
import { forgoSystemTasks } from './outcome/system-task.ts';
import { InstanceRun } from './state/instance-run.ts';
import { EMPTY_LEDGER } from './state/ledger.ts';
import type { StepFacts } from './state/run-settings.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './state/snapshot.ts';
import { asStepError } from './step-error.ts';
import { takeStep } from './take-step.ts';
import { openInstance } from './tokens/open-instance.ts';
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
export type StepCircumstances = Pick<StepFacts, 'settings' | 'now'>;

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
  { settings, now }: StepCircumstances,
): StepResult {
  const before = beginFrom(stored, trigger);
  const { instance, net } = before;
  const run = beginRun(definition.model, before, trigger, { instance, settings, now });
  if (stored.refusedTaskId) forgoSystemTasks(run, stored.refusedTaskId);
  try {
    openInstance(run, net, stored.instanceId, settings);
    const { changes, matched, ledger } = takeStep(run, trigger, before.ledger, { instance, settings, now });
    const next = { instance, variables: run.variables, ledger, net };
    return { changes, matched, snapshot: changes.ended ? null : writeSnapshot(next) };
  } catch (error) {
    throw asStepError(error);
  }
}

function beginFrom({ instanceId, snapshot }: StepInput, trigger: Trigger): Snapshot {
  if (trigger.kind === 'start')
    return { instance: trigger.instance, variables: {}, ledger: EMPTY_LEDGER, net: emptyState() };
  if (snapshot === null) throw new StepError('ERR_STEP_FAILED', `Instance ${instanceId} has ended.`);
  return readSnapshot(snapshot, instanceId);
}

function beginRun(
  model: ProcessModel,
  { ledger, variables: stored }: Snapshot,
  trigger: Trigger,
  { instance, settings, now }: StepFacts,
): InstanceRun {
  const context = expressionContext(instance, settings, () => now);
  if (trigger.kind !== 'start') return new InstanceRun(model, ledger, stored, context);
  const { initiator } = instance;
  const facts = { initiator, hasForm: trigger.startNodeId === undefined, context };
  return new InstanceRun(model, ledger, startVariables(model, trigger.variables, facts), context);
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
