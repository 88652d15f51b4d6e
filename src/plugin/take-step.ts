import type { Execution } from 'bpmn-engine';
import { applyTrigger, type Trigger } from './apply/trigger.ts';
import { finishStep, type StepChanges } from './outcome/finish-step.ts';
import { settle } from './settle/settle.ts';
import type { InstanceRun } from './state/instance-run.ts';
import type { Ledger } from './state/ledger.ts';
import type { StepFacts } from './state/run-settings.ts';
import { engineStateText } from './state/snapshot.ts';

/** A step that was taken, and what is known of the instance behind it. */
export interface TakenStep {
  readonly changes: StepChanges;
  /** False for a message, a signal or a button told to the process, when nothing waited for it. */
  readonly matched: boolean;
  readonly ledger: Ledger;
  /** The state of the engine, as JSON. */
  readonly engineState: string;
}

/**
 * The one way of a run from one rest to the next, whether its engine was recovered for the step (`runStep`) or is kept by
 * its owner (`createPlugin`): bring the engine to rest, apply the trigger, and compare what waits now with the ledger.
 * @param trigger undefined: what moved the engine came from outside of the plugin
 * @param before the ledger of the step before
 * @throws {StepError} the run is to be thrown away; what was stored before is as it was
 */
export function takeStep(
  run: InstanceRun,
  trigger: Trigger | undefined,
  { execution, before }: { readonly execution: Execution; readonly before: Ledger },
  facts: StepFacts,
): TakenStep {
  settle(run, execution);
  const matched = trigger === undefined || applyTrigger(run, execution, trigger, facts);
  const engineState = engineStateText(execution);
  const { changes, ledger } = finishStep(run, execution, { ledger: before, engineState }, facts);
  return { changes, matched, ledger, engineState };
}
