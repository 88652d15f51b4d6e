import * as elements from 'bpmn-elements';
import serialize, { type SerializableContext, TypeResolver } from 'moddle-context-serializer';
import { describeTree } from '../model/moddle/change-tree.ts';
import type { Problem } from '../model/problem.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { type ReadModelResult, requireModel } from '../model/read-model.ts';
import type { UnhandledGroupTask } from '../model/rules/shared/unhandled-endings.ts';
import type { DiagramVariables } from '../model/variables/list-variables.ts';
import { ELEMENT_TYPES } from './engine/engine-options.ts';
import { removeNonExecutable } from './engine/remove-non-executable.ts';
import { requireEngine } from './engine/require-engine.ts';

/** A definition that is ready to run: parsed once and shared by all its instances; contains no state of an instance. */
export interface CompiledDefinition {
  readonly model: ProcessModel;
  readonly problems: readonly Problem[];
  readonly variables: DiagramVariables;
  /** Group tasks for which a report may have to name an account; empty for a file that was accepted before. */
  readonly unhandledGroupTasks: readonly UnhandledGroupTask[];
  /** The diagram as the engine serializes it. */
  readonly source: SerializableContext;
}

/**
 * Makes what the engine runs from a diagram that was read. Model and engine are made from the same tree, so they cannot
 * disagree; the tree is consumed.
 * @throws {ModelError} `ERR_MODEL_REFUSED` with every problem in `details.problems`
 */
export function compileDefinition({ definitions, diagram, ...read }: ReadModelResult): CompiledDefinition {
  requireEngine();
  const { model, problems } = requireModel(read);
  const context = describeTree(definitions);
  if (diagram) removeNonExecutable(definitions, diagram);
  const source = serialize(context, TypeResolver({ ...elements, ...ELEMENT_TYPES }));
  return { model, problems, variables: read.variables, unhandledGroupTasks: read.unhandledGroupTasks, source };
}
