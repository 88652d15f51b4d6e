export { findButton } from '../../../src/plugin/apply/find-button.ts';
export type { Trigger } from '../../../src/plugin/apply/trigger.ts';
export { type Refusal, refuse } from '../../../src/plugin/apply/verdicts.ts';
export { type CompiledDefinition, compileDefinition, compileRead } from '../../../src/plugin/definition.ts';
export type { CreatedJob } from '../../../src/plugin/outcome/created-job.ts';
export type { RunSettings } from '../../../src/plugin/state/run-settings.ts';
export type { Snapshot } from '../../../src/plugin/state/snapshot.ts';
export { runStep, type StepResult } from '../../../src/plugin/step.ts';
export { decideCondition } from '../../../src/plugin/variables/read-condition.ts';
