import { type CompiledDefinition, compileDefinition } from '../../../src/plugin/compile-definition.ts';
import { type ModelOptions, readXml } from './model.ts';

export { findScripts, withScriptMappings } from '../../../src/plugin/apply/jobs/run-scripts.ts';
export { findButton } from '../../../src/plugin/apply/press/find-button.ts';
export { type PressRefusal, refuse } from '../../../src/plugin/apply/press/verdicts.ts';
export type { Trigger } from '../../../src/plugin/apply/trigger.ts';
export { type CompiledDefinition, compileDefinition } from '../../../src/plugin/compile-definition.ts';
export { createKeptEngines, type KeptEngines } from '../../../src/plugin/kept-engines.ts';
export { writeModel } from '../../../src/plugin/live/model-json.ts';
export { migrateSnapshot } from '../../../src/plugin/migrate/migrate-snapshot.ts';
export type { CreatedJob } from '../../../src/plugin/outcome/created-job.ts';
export {
  EMPTY_LEDGER,
  type HandledTask,
  type Ledger,
  type OpenTask,
  type Origin,
} from '../../../src/plugin/state/ledger.ts';
export type { RunSettings } from '../../../src/plugin/state/run-settings.ts';
export type { Snapshot } from '../../../src/plugin/state/snapshot.ts';
export { runStep, type StepResult } from '../../../src/plugin/step.ts';
export { decideCondition } from '../../../src/plugin/variables/conditions.ts';

/** Makes a file ready to run, as it is. @throws {ModelError} `ERR_MODEL_REFUSED` */
export async function compileXml(xml: string, options: ModelOptions): Promise<CompiledDefinition> {
  return compileDefinition(await readXml(xml, options));
}
