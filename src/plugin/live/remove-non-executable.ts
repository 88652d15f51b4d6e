import { setChildren } from '../../model/moddle/change-tree.ts';
import type { ModdleDefinitions, ModdleElement } from '../../model/moddle/moddle-element.ts';
import { elementsOf } from '../../model/moddle/moddle-element.ts';
import type { Diagram } from '../../model/read/diagram.ts';

/** What flow elements refer to at run time. */
const ROOTS_THAT_RUN = new Set(['bpmn:Message', 'bpmn:Signal', 'bpmn:Error', 'bpmn:Escalation']);

/** Parts of a process or node that have no meaning in our runs, but that the engine would run or fail on. */
export const NON_EXECUTABLE_PARTS = [
  'artifacts',
  'auditing',
  'correlationSubscriptions',
  'dataInputAssociations',
  'dataInputs',
  'dataOutputAssociations',
  'dataOutputs',
  'inputSet',
  'ioBinding',
  'ioSpecification',
  'laneSets',
  'monitoring',
  'outputSet',
  'properties',
  'renderings',
  'resources',
] as const;

/**
 * Removes everything from a parsed tree, in place, that does not run: artifacts, data, lanes, types, conversations, other
 * processes and unreachable elements. bpmn-engine 25 and its serializer throw on most of these, and the engine starts
 * elements without an incoming flow.
 */
export function removeNonExecutable(definitions: ModdleDefinitions, { element, nodes, flows, scopes }: Diagram): void {
  const roots = elementsOf(definitions, 'rootElements');
  setChildren(
    definitions,
    'rootElements',
    roots.filter((root) => root === element || ROOTS_THAT_RUN.has(root.$type)),
  );
  const running = new Set([...nodes.values(), ...flows.values()].map((each) => each.element));
  for (const scope of scopes) {
    const left = elementsOf(scope.element, 'flowElements').filter((each) => running.has(each));
    setChildren(scope.element, 'flowElements', left);
  }
  for (const each of [element, ...running]) dropParts(each);
}

function dropParts(element: ModdleElement): void {
  for (const part of NON_EXECUTABLE_PARTS) if (Object.hasOwn(element, part)) element.set(part, undefined);
}
