import { elementOf, elementsOf, type ModdleElement, nameOf } from '../../moddle/moddle-element.ts';
import type { FileRule, Finding } from '../rule.ts';

/**
 * bpmn-engine 25 starts the pool that a message flow leads to, executable or not, and cannot load a file with a message
 * flow from or to a pool without a process. A message flow from another pool into the executed one has no effect.
 */
export const messageFlowNotSupported: FileRule = {
  name: 'message-flow-not-supported',
  check: ({ id, collaborations, executable }) =>
    collaborations
      .flatMap((collaboration) => elementsOf(collaboration, 'messageFlows'))
      .flatMap((flow) => judge(flow, id, executable)),
};

function judge(flow: ModdleElement, fileId: string, executable: readonly ModdleElement[]): readonly Finding[] {
  const source = processOf(elementOf(flow, 'sourceRef'));
  const target = processOf(elementOf(flow, 'targetRef'));
  const leavesUs = source !== undefined && executable.includes(source);
  if (!leavesUs && source !== undefined && target !== undefined) return [];
  const name = nameOf(flow) ?? flow.id;
  const reason = `A message flow between pools runs only in a deployed file: "${name}" ${explain(flow, leavesUs)}.`;
  const remedy =
    'Deploy the file with bridge.deploy, or prepare it with prepareProcesses, which keeps one pool; or delete the message flow.';
  return [{ severity: 'error', elementId: flow.id ?? fileId, reason, remedy }];
}

function explain(flow: ModdleElement, leavesUs: boolean): string {
  const from = describeEnd(elementOf(flow, 'sourceRef'));
  const to = describeEnd(elementOf(flow, 'targetRef'));
  return leavesUs ? `leads from ${from} to ${to}` : `leads from ${from} to ${to}, and one of the pools has no process`;
}

function describeEnd(end: ModdleElement | undefined): string {
  return end === undefined ? 'nothing' : `"${nameOf(end) ?? end.id}"`;
}

/** The process that contains an end of a message flow; a pool drawn as an empty box has none. */
function processOf(end: ModdleElement | undefined): ModdleElement | undefined {
  if (end?.$type === 'bpmn:Participant') return elementOf(end, 'processRef');
  for (let at = end; at !== undefined; at = at.$parent) if (at.$type === 'bpmn:Process') return at;
  return undefined;
}
