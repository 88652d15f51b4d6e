import { type CompiledDefinition, compileDefinition } from '../../../src/plugin/compile-definition.ts';
import { tokenOf } from '../../../src/plugin/state/execution-id.ts';
import type { Snapshot } from '../../../src/plugin/state/snapshot.ts';
import { type ModelOptions, readXml } from './model.ts';

export { findScripts, withScriptMappings } from '../../../src/plugin/apply/jobs/run-scripts.ts';
export { findButton } from '../../../src/plugin/apply/press/find-button.ts';
export { type PressRefusal, refusalOfStep, refuse } from '../../../src/plugin/apply/press/verdicts.ts';
export type { Trigger } from '../../../src/plugin/apply/trigger.ts';
export { type CompiledDefinition, compileDefinition } from '../../../src/plugin/compile-definition.ts';
export { writeModel } from '../../../src/plugin/live/model-json.ts';
export { migrateSnapshot } from '../../../src/plugin/migrate/migrate-snapshot.ts';
export type { CreatedJob } from '../../../src/plugin/outcome/created-job.ts';
export { buttonsOfTask } from '../../../src/plugin/outcome/system-task.ts';
export { tokenOf } from '../../../src/plugin/state/execution-id.ts';
export type { RunSettings } from '../../../src/plugin/state/run-settings.ts';
export type { Snapshot } from '../../../src/plugin/state/snapshot.ts';
export { runStep, type StepResult } from '../../../src/plugin/step.ts';
export { decideCondition } from '../../../src/plugin/variables/conditions.ts';

/** Makes a file ready to run, as it is. @throws {ModelError} `ERR_MODEL_REFUSED` */
export async function compileXml(xml: string, options: ModelOptions): Promise<CompiledDefinition> {
  return compileDefinition(await readXml(xml, options));
}

/** Which iteration of its activity an execution is, in a snapshot. */
export function iterationOf(snapshot: string | null, executionId: string): number | undefined {
  if (snapshot === null) return undefined;
  return (JSON.parse(snapshot) as Snapshot).net.tokens[tokenOf(executionId)]?.iteration;
}
