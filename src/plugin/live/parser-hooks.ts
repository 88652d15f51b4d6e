/** What is needed where the engine parses a diagram itself, as one does that its host owns. */
import * as elements from 'bpmn-elements';
import BpmnModdle from 'bpmn-moddle';
import type { ModdleDefinitions } from '../../model/moddle/moddle-element.ts';
import { NON_EXECUTABLE_PARTS } from './remove-non-executable.ts';

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
 * Hook into that parser: passes on the parsed tree when the first process is read, marks the chosen process
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
