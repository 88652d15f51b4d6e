import { walkTree } from '../../moddle/change-tree.ts';
import { elementOf, elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';

/** Sets `incoming` and `outgoing` of each node from the flows. */
export function rewireFlows(container: ModdleElement): void {
  const elements = elementsOf(container, 'flowElements');
  const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow');
  for (const node of elements) {
    if (flows.includes(node) || /^bpmn:Data/.test(node.$type)) continue;
    const incoming = flows.filter((flow) => elementOf(flow, 'targetRef') === node);
    const outgoing = flows.filter((flow) => elementOf(flow, 'sourceRef') === node);
    node.set('incoming', incoming.length === 0 ? undefined : incoming);
    node.set('outgoing', outgoing.length === 0 ? undefined : outgoing);
  }
}

/** The process and all its sub-processes of every kind, outer ones first. */
export function containersOf(process: ModdleElement): readonly ModdleElement[] {
  return [...walkTree(process)].filter(({ $type }) => CONTAINERS.has($type));
}

const CONTAINERS = new Set(['bpmn:Process', 'bpmn:SubProcess', 'bpmn:Transaction', 'bpmn:AdHocSubProcess']);
