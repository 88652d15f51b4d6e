import type { Execution } from 'bpmn-engine';
import { applyTrigger, type Trigger } from './apply/trigger.ts';
import { bringToRest } from './at-rest/bring-to-rest.ts';
import { finishStep, type StepChanges } from './outcome/finish-step.ts';
import type { InstanceRun } from './state/instance-run.ts';
import type { Ledger } from './state/ledger.ts';
import type { StepFacts } from './state/run-settings.ts';
import { type EngineState, engineStateOf } from './state/snapshot.ts';

export interface TakenStep {
  readonly changes: StepChanges;
  /** false for a message, signal, receive task or notifying button if no element waited for it. */
  readonly matched: boolean;
  readonly ledger: Ledger;
  readonly engineState: EngineState;
}

/**
 * Takes a step: brings the engine to rest, applies the trigger, brings it to rest again, and compares the waits with the
 * ledger. Used both for an engine that was recovered for the step (`runStep`) and for one that its host keeps (`createPlugin`).
 * @param trigger undefined if the host itself moved the engine
 * @param before the ledger after the previous step
 * @throws {StepError} the run must be discarded; nothing stored has changed
 */
export function takeStep(
  run: InstanceRun,
  trigger: Trigger | undefined,
  { execution, before }: { readonly execution: Execution; readonly before: Ledger },
  facts: StepFacts,
): TakenStep {
  // A migrated state has tokens on their way to their nodes; without them an inclusive join would not wait for them.
  if (trigger?.kind !== 'migrate') bringToRest(run, execution);
  const matched = trigger === undefined || applyTrigger(run, execution, trigger, facts);
  bringToRest(run, execution);
  const engineState = engineStateOf(execution);
  const { changes, ledger } = finishStep(run, execution, { ledger: before, engineState }, facts);
  return { changes, matched, ledger, engineState };
}
