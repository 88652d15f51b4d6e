import * as elements from 'bpmn-elements';
import BpmnModdle from 'bpmn-moddle';
import serialize, { type SerializableContext, TypeResolver } from 'moddle-context-serializer';
import type { DiagramVariables } from '../model/diagram-variables.ts';
import type { UnhandledGroupTask } from '../model/list-unhandled-group-tasks.ts';
import type { ModdleDefinitions } from '../model/moddle/moddle-element.ts';
import type { ModelOptions } from '../model/model-options.ts';
import type { Problem } from '../model/problem.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { type ReadModelResult, readModel } from '../model/read-model.ts';
import { requireModel } from '../model/require-model.ts';
import { ELEMENT_TYPES } from './engine/engine-options.ts';
import { leaveWhatRuns, PARTS_NOT_RUN } from './engine/leave-what-runs.ts';
import { requireEngine } from './engine/require-engine.ts';

/** A definition ready to run: parsed once, shared by all its instances, holding no state of any. */
export interface CompiledDefinition {
  readonly model: ProcessModel;
  readonly problems: readonly Problem[];
  readonly variables: DiagramVariables;
  /** Tasks of groups for which somebody may have to be named; none of a file that was accepted before. */
  readonly unhandledGroupTasks: readonly UnhandledGroupTask[];
  /** The engine's own form of the diagram. */
  readonly source: SerializableContext;
}

/**
 * Reads a .bpmn file for running. Model and engine read the same parsed tree, so that they cannot disagree.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`; `ERR_MODEL_REFUSED` with every problem in `details.problems`
 */
export async function compileDefinition(xml: string, options: ModelOptions): Promise<CompiledDefinition> {
  return compileRead(await readModel(xml, options));
}

/** The same for a file that was read already. @throws {ModelError} `ERR_MODEL_REFUSED` */
export function compileRead({ moddleContext, definitions, diagram, ...read }: ReadModelResult): CompiledDefinition {
  requireEngine();
  const { model, problems } = requireModel(read);
  // Of what is used here for the last time: the text of the file stays whole.
  if (diagram) leaveWhatRuns(definitions, diagram);
  const source = serialize(moddleContext, TypeResolver({ ...elements, ...ELEMENT_TYPES }));
  return { model, problems, variables: read.variables, unhandledGroupTasks: read.unhandledGroupTasks, source };
}

/**
 * The engine's hook into its choice of types: root elements that do not run, such as item definitions, are passed over. It
 * comes to them before the tree is known, and knows no type for them.
 */
export function passOverRoots(types: Record<string, unknown>): void {
  for (const name of ROOT_TYPES) types[`bpmn:${name}`] ??= elements.Dummy;
}

const ROOT_TYPES = new BpmnModdle().getPackage('bpmn').types.flatMap(({ name }) => (name in elements ? [] : [name]));

interface PreparedElement {
  readonly id?: string;
  readonly flowElements?: readonly { readonly $parent?: { readonly $parent?: unknown } }[];
}

/**
 * The engine's hook into its own parsing: hands on the parsed tree as soon as a process is seen, makes the process that
 * was chosen executable where the modeler left the attribute out, and takes out what does not run.
 * @param onDefinitions returns the id of the process to run; what it throws refuses the source
 */
export function createExtendFn(
  onDefinitions: (definitions: ModdleDefinitions) => string,
): (element: PreparedElement) => { isExecutable: true } | undefined {
  let processId: string | undefined;
  return (element) => {
    // What is handed in is a copy that was made before the tree was known.
    for (const part of PARTS_NOT_RUN) Reflect.deleteProperty(element, part);
    const definitions = element.flowElements?.[0]?.$parent?.$parent as ModdleDefinitions | undefined;
    if (definitions?.$type !== 'bpmn:Definitions') return undefined;
    processId ??= onDefinitions(definitions);
    return element.id === processId ? { isExecutable: true } : undefined;
  };
}
