import type { Problem } from '../model/problem.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { type ReadModelResult, requireModel } from '../model/read-model.ts';
import type { UnhandledGroupTask } from '../model/rules/shared/unhandled-endings.ts';
import type { DiagramVariables } from '../model/variables/list-variables.ts';

/** A definition that is ready to run: parsed once and shared by all its instances; contains no state of an instance. */
export interface CompiledDefinition {
  readonly model: ProcessModel;
  readonly problems: readonly Problem[];
  readonly variables: DiagramVariables;
  /** Group tasks for which a report may have to name an account; empty for a file that was accepted before. */
  readonly unhandledGroupTasks: readonly UnhandledGroupTask[];
}

/**
 * Makes what steps run on of a diagram that was read.
 * @throws {ModelError} `ERR_MODEL_REFUSED` with every problem in `details.problems`
 */
export function compileDefinition({ variables, unhandledGroupTasks, ...read }: ReadModelResult): CompiledDefinition {
  return { ...requireModel(read), variables, unhandledGroupTasks };
}
