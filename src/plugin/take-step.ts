import { applyTrigger, type Trigger } from './apply/trigger.ts';
import { finishStep, type StepChanges } from './outcome/finish-step.ts';
import type { InstanceRun } from './state/instance-run.ts';
import type { Ledger } from './state/ledger.ts';
import type { StepFacts } from './state/run-settings.ts';

export interface TakenStep {
  readonly changes: StepChanges;
  /** false for a message, signal, receive task or notifying button if no element waited for it. */
  readonly matched: boolean;
  readonly ledger: Ledger;
}

/**
 * Takes a step: applies the trigger, after which the net is at rest again, and makes tasks, jobs and reports of what it told.
 * @param before the ledger after the previous step
 * @throws {StepError} the run must be discarded; nothing stored has changed
 */
export function takeStep(run: InstanceRun, trigger: Trigger, before: Ledger, facts: StepFacts): TakenStep {
  const matched = applyTrigger(run, trigger, facts);
  return { matched, ...finishStep(run, before, facts) };
}
