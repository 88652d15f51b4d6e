import { Engine, type Execution } from 'bpmn-engine';
import { StepError } from '../errors.ts';
import { withContext } from '../model/expressions/evaluation-context.ts';
import type { Trigger } from './apply/trigger.ts';
import type { CompiledDefinition } from './definition.ts';
import { createEngineOptions } from './engine/engine-options.ts';
import { findOnlyStart } from './engine/find-only-start.ts';
import { listWaits } from './engine/waits.ts';
import type { StepChanges } from './outcome/finish-step.ts';
import { InstanceRun } from './state/instance-run.ts';
import { EMPTY_LEDGER } from './state/ledger.ts';
import type { StepFacts } from './state/run-settings.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from './state/snapshot.ts';
import { takeStep } from './take-step.ts';
import { expressionContext } from './variables/expression-context.ts';
import { computeFormDefaults } from './variables/form-defaults.ts';

/** An instance between two steps. */
export interface StoredRun {
  readonly instanceId: string;
  /** Null before its start, and once it has ended. */
  readonly snapshot: string | null;
}

export interface StepResult {
  readonly changes: StepChanges;
  /** False for a message, a signal or a button told to the process, when nothing waited for it. */
  readonly matched: boolean;
  /** Null once the instance has ended: nothing can happen to it any more. */
  readonly snapshot: string | null;
}

/**
 * One trigger applied to one instance: a function of definition, snapshot and trigger to changes and the next snapshot.
 * Calls nothing outside and stores nothing, so it may be repeated, or thrown away when another step was committed first.
 * @throws {StepError} the instance is as it was: `ERR_STEP_FAILED`, `ERR_NO_HANDLER`, `ERR_SNAPSHOT_INVALID`
 * @throws {ModelError} `ERR_EXPRESSION_FAILED`: an expression met variables it cannot be evaluated over
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
  // Without a listener the emitter would throw the engine's error into whatever call is under way.
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
      refuseTornState(run, engine.execution, instanceId);
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
    // A loop of gateways without a wait runs until the stack is full.
    if (!(error instanceof RangeError)) throw error;
    throw new StepError('ERR_STEP_FAILED', 'The process goes round in a loop in which nothing waits.', {
      cause: error,
    });
  }
}

/** An engine that waits for less than the ledger knows would take every task for gone. */
function refuseTornState(run: InstanceRun, execution: Execution, instanceId: string): void {
  if (run.failure !== undefined) return;
  const waiting = new Set(listWaits(execution).map(({ executionId }) => executionId));
  const missing = [...run.openTasks.keys(), ...run.openJobs.keys()].filter((id) => !waiting.has(id));
  if (missing.length === 0) return;
  throw new StepError(
    'ERR_SNAPSHOT_INVALID',
    `The snapshot of instance ${instanceId} does not hold together: its engine waits for ${missing.length} tasks and jobs ` +
      'less than it should. Restore the row from a backup, or end the instance.',
    { details: { instanceId } },
  );
}

/** The engine's own logger asks the terminal anew for each of its hundreds of elements. */
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
