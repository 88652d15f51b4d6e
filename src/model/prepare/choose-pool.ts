import { setChildren, walkTree } from '../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleDefinitions, type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import { NOTHING_LEFT_OVER } from '../moddle/parse-leftovers.ts';
import type { Problem } from '../problem.ts';
import { readDefinitions } from '../read/read-definitions.ts';
import { calledIdsOf, processesOf } from './calls/called-process.ts';
import { type MessageFlow, nameMessages } from './name-messages.ts';

export interface ChoosePoolResult {
  readonly changed: boolean;
  readonly messageFlows: readonly MessageFlow[];
  readonly problems: readonly Problem[];
}

/** The other processes of a file. */
export interface OtherPools {
  readonly problems: readonly Problem[];
  /** Whether an element belongs to another process only; undefined if the file has message flows, which are read first. */
  readonly isApart?: (element: ModdleElement) => boolean;
}

/** Finds the other processes, and warns of those that neither run nor are called. Does not modify the tree. */
export function otherPools(definitions: ModdleDefinitions, process: ModdleElement): OtherPools {
  const others = new Set(processesOf(definitions).filter((other) => other !== process));
  if (others.size === 0) return { problems: [] };
  const { executable, collaborations } = readDefinitions(definitions, NOTHING_LEFT_OVER);
  const idle = [...others].filter((other) => !executable.includes(other));
  const called = new Set(idle.length === 0 ? [] : [...walkTree(definitions)].flatMap(calledIdsOf));
  const problems = idle.filter(({ id = '' }) => !called.has(id)).map(warnOfOther);
  const hasFlows = collaborations.some((each) => elementsOf(each, 'messageFlows').length > 0);
  return hasFlows ? { problems } : { problems, isApart: (element) => others.has(drawnIn(element)) };
}

/** The root element that contains an element or, for a shape, the element that it shows. */
function drawnIn(element: ModdleElement): ModdleElement {
  let at = elementOf(element, 'bpmnElement') ?? element;
  while (at.$parent !== undefined && at.$parent.$type !== 'bpmn:Definitions') at = at.$parent;
  return at;
}

/**
 * Keeps one process of a file and removes the other processes, their pools and the message flows, because bpmn-engine 25
 * would run the other pools in the same instance. A message event without a message gets the message of its message flow,
 * so that both pools use the same name.
 */
export function choosePool(
  definitions: ModdleDefinitions,
  process: ModdleElement,
  { problems: others, isApart }: OtherPools,
): ChoosePoolResult {
  const roots = elementsOf(definitions, 'rootElements');
  const collaborations = roots.filter(({ $type }) => $type === 'bpmn:Collaboration');
  const drawn = collaborations.flatMap((collaboration) => elementsOf(collaboration, 'messageFlows'));
  const isAlone = isApart === undefined && processesOf(definitions).length === 1;
  if (drawn.length === 0 && isAlone) return { changed: false, messageFlows: [], problems: [] };
  const { messageFlows, problems } = nameMessages(definitions, process, drawn);
  for (const collaboration of collaborations) keepOwnPool(collaboration, process);
  const kept = elementsOf(definitions, 'rootElements').filter(
    (root) =>
      (root.$type !== 'bpmn:Process' || root === process) && (root.$type !== 'bpmn:Collaboration' || hasPool(root)),
  );
  setChildren(definitions, 'rootElements', kept);
  return { changed: true, messageFlows, problems: [...others, ...problems] };
}

function keepOwnPool(collaboration: ModdleElement, process: ModdleElement): void {
  const own = elementsOf(collaboration, 'participants').filter((pool) => elementOf(pool, 'processRef') === process);
  setChildren(collaboration, 'participants', own);
  for (const name of ['messageFlows', 'conversations', 'conversationLinks'] as const) {
    if (Object.hasOwn(collaboration, name)) collaboration.set(name, undefined);
  }
}

function hasPool(collaboration: ModdleElement): boolean {
  return elementsOf(collaboration, 'participants').length > 0;
}

function warnOfOther(process: ModdleElement): Problem {
  return {
    severity: 'warning',
    rule: 'other-pool-not-run',
    elementId: process.id ?? 'definitions',
    reason: `The process "${nameOf(process) ?? process.id}" is not executable and will not run.`,
    remedy: 'Leave it if it only shows what others do.',
  };
}
