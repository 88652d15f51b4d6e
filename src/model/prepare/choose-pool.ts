import { setChildren, walkTree } from '../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleDefinitions, type ModdleElement, nameOf } from '../moddle/moddle-element.ts';
import type { Problem } from '../problem.ts';
import { NOTHING_LEFT_OVER, readFile } from '../read/read-file.ts';
import { calledIdsOf, processesOf } from './called-process.ts';
import type { MessageFlow } from './message-flow.ts';
import { nameMessages } from './name-messages.ts';

export interface ChoosePoolResult {
  readonly changed: boolean;
  readonly messageFlows: readonly MessageFlow[];
  readonly problems: readonly Problem[];
}

/**
 * Keeps one process of a file and drops the other processes, their pools and the message flows. A message event of it
 * that does not say which message it means is given the one of its message flow, so that both pools agree on the name.
 * bpmn-engine 25 would run the other pools in the same instance.
 */
export function choosePool(definitions: ModdleDefinitions, process: ModdleElement): ChoosePoolResult {
  const roots = elementsOf(definitions, 'rootElements');
  const collaborations = roots.filter(({ $type }) => $type === 'bpmn:Collaboration');
  const drawn = collaborations.flatMap((collaboration) => elementsOf(collaboration, 'messageFlows'));
  const others = processesOf(definitions).filter((other) => other !== process);
  if (drawn.length === 0 && others.length === 0) return { changed: false, messageFlows: [], problems: [] };
  const { messageFlows, problems } = nameMessages(definitions, process, drawn);
  const called = new Set([...walkTree(definitions)].flatMap(calledIdsOf));
  const { executable } = readFile(definitions, NOTHING_LEFT_OVER);
  const silent = others.filter((other) => !executable.includes(other) && !called.has(other.id ?? ''));
  for (const collaboration of collaborations) keepOwnPool(collaboration, process);
  const kept = elementsOf(definitions, 'rootElements').filter(
    (root) => !others.includes(root) && (root.$type !== 'bpmn:Collaboration' || hasPool(root)),
  );
  setChildren(definitions, 'rootElements', kept);
  return { changed: true, messageFlows, problems: [...silent.map(warnOfOther), ...problems] };
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
    remedy: 'Fine where it only shows what others do.',
  };
}
