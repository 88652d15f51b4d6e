import * as elements from 'bpmn-elements';
import BpmnModdle from 'bpmn-moddle';
import serialize, { type SerializableContext, TypeResolver } from 'moddle-context-serializer';
import type { DiagramVariables } from '../model/diagram-variables.ts';
import type { UnhandledGroupTask } from '../model/list-unhandled-group-tasks.ts';
import { describeTree } from '../model/moddle/describe-tree.ts';
import type { ModdleDefinitions } from '../model/moddle/moddle-element.ts';
import type { Problem } from '../model/problem.ts';
import type { ProcessModel } from '../model/process-model.ts';
import type { ReadModelResult } from '../model/read-model.ts';
import { requireModel } from '../model/require-model.ts';
import { ELEMENT_TYPES } from './engine/engine-options.ts';
import { NON_EXECUTABLE_PARTS, removeNonExecutable } from './engine/remove-non-executable.ts';
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

/**
 * Type resolver of the engine that maps root elements that do not run, such as item definitions, to a dummy type. The
 * engine resolves their types before `extendFn` sees the tree, and would fail for a type that it does not know.
 */
export function ignoreUnknownRoots(types: Record<string, unknown>): void {
  for (const name of ROOT_TYPES) types[`bpmn:${name}`] ??= elements.Dummy;
}

const ROOT_TYPES = new BpmnModdle().getPackage('bpmn').types.flatMap(({ name }) => (name in elements ? [] : [name]));

interface PreparedElement {
  readonly id?: string;
  readonly flowElements?: readonly { readonly $parent?: { readonly $parent?: unknown } }[];
}

/**
 * Hook into the parser of the engine: passes on the parsed tree when the first process is read, marks the chosen process
 * as executable even if the modeler left the attribute out, and removes parts that do not run.
 * @param onDefinitions returns the id of the process to run; if it throws, the engine refuses the source
 */
export function createExtendFn(
  onDefinitions: (definitions: ModdleDefinitions) => string,
): (element: PreparedElement) => { isExecutable: true } | undefined {
  let processId: string | undefined;
  return (element) => {
    // `element` is a copy that the engine made before the tree was complete.
    for (const part of NON_EXECUTABLE_PARTS) Reflect.deleteProperty(element, part);
    const definitions = element.flowElements?.[0]?.$parent?.$parent as ModdleDefinitions | undefined;
    if (definitions?.$type !== 'bpmn:Definitions') return undefined;
    processId ??= onDefinitions(definitions);
    return element.id === processId ? { isExecutable: true } : undefined;
  };
}
