import { setChildren } from '../../model/moddle/change-tree.ts';
import type { ModdleDefinitions, ModdleElement } from '../../model/moddle/moddle-element.ts';
import { elementsOf } from '../../model/moddle/moddle-element.ts';
import type { Drawing } from '../../model/read/drawing.ts';

/** What flow elements refer to at run time. */
const ROOTS_THAT_RUN = new Set(['bpmn:Message', 'bpmn:Signal', 'bpmn:Error', 'bpmn:Escalation']);

/** Parts of a process or node that the engine would run or stumble over, and that mean nothing to a run of ours. */
export const PARTS_NOT_RUN = [
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
 * Takes everything out of a parsed tree, in place, that was read past: artifacts, data, lanes, types, conversations, other
 * processes, what no path leads to. bpmn-engine 25 and its serializer throw on most of it, and start what no flow leads to.
 */
export function leaveWhatRuns(definitions: ModdleDefinitions, { element, nodes, flows, scopes }: Drawing): void {
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
  for (const part of PARTS_NOT_RUN) if (Object.hasOwn(element, part)) element.set(part, undefined);
}
