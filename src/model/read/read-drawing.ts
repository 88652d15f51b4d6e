import { elementOf, elementsOf, type ModdleElement, nameOf, textOf } from '../moddle/moddle-element.ts';
import type { Drawing, Flow, FlowNode, Lane } from './drawing.ts';

/** Elements of a process that are drawn for people and carry no token. */
const NOT_FLOW_NODES = new Set([
  'bpmn:SequenceFlow',
  'bpmn:DataObject',
  'bpmn:DataObjectReference',
  'bpmn:DataStoreReference',
]);

interface OpenNode extends FlowNode {
  readonly incoming: Flow[];
  readonly outgoing: Flow[];
}

/** Reads the graph of a process. Contents of sub-processes are not part of it. */
export function readDrawing(process: ModdleElement): Drawing {
  const elements = elementsOf(process, 'flowElements');
  const processId = process.id ?? '';
  const placed = readLanes(process);
  const nodes = new Map<string, OpenNode>();
  const nodeOf = new Map<ModdleElement, OpenNode>();
  for (const element of elements) {
    if (NOT_FLOW_NODES.has(element.$type)) continue;
    const id = element.id ?? `${element.$type}#${nodes.size + 1}`;
    const lanes = placed.lanesOf.get(element) ?? [];
    const name = nameOf(element) ?? id;
    const node: OpenNode = { id, name, type: element.$type, element, incoming: [], outgoing: [], lanes };
    nodes.set(id, node);
    nodeOf.set(element, node);
  }
  const flows = new Map<string, Flow>();
  for (const element of elements) {
    if (element.$type !== 'bpmn:SequenceFlow') continue;
    const flow = readFlow(element, nodeOf, flows.size);
    flows.set(flow.id, flow);
    flow.source?.outgoing.push(flow);
    flow.target?.incoming.push(flow);
  }
  const processName = nameOf(process) ?? processId;
  return { element: process, processId, processName, nodes, flows, lanes: placed.lanes };
}

interface OpenFlow extends Flow {
  readonly source?: OpenNode;
  readonly target?: OpenNode;
}

function readFlow(element: ModdleElement, nodeOf: ReadonlyMap<ModdleElement, OpenNode>, count: number): OpenFlow {
  const sourceElement = elementOf(element, 'sourceRef');
  const targetElement = elementOf(element, 'targetRef');
  const source = sourceElement && nodeOf.get(sourceElement);
  const target = targetElement && nodeOf.get(targetElement);
  const name = nameOf(element);
  const condition = elementOf(element, 'conditionExpression');
  return {
    id: element.id ?? `bpmn:SequenceFlow#${count + 1}`,
    element,
    isDefault: sourceElement !== undefined && elementOf(sourceElement, 'default') === element,
    ...(name === undefined ? {} : { name }),
    ...(source === undefined ? {} : { source }),
    ...(target === undefined ? {} : { target }),
    // Modelers leave an empty condition behind when its text is deleted.
    ...(condition === undefined || isEmptyCondition(condition) ? {} : { condition }),
  };
}

function isEmptyCondition(condition: ModdleElement): boolean {
  return textOf(condition, 'body') === undefined && textOf(condition, 'language') === undefined;
}

function readLanes(process: ModdleElement): {
  readonly lanes: readonly Lane[];
  readonly lanesOf: ReadonlyMap<ModdleElement, readonly Lane[]>;
} {
  const lanes: Lane[] = [];
  const lanesOf = new Map<ModdleElement, readonly Lane[]>();
  const visit = (laneSet: ModdleElement, outer: readonly Lane[]): void => {
    for (const element of elementsOf(laneSet, 'lanes')) {
      const name = nameOf(element);
      const lane: Lane = { id: element.id ?? '', element, ...(name === undefined ? {} : { name }) };
      lanes.push(lane);
      const path = [lane, ...outer];
      for (const node of elementsOf(element, 'flowNodeRef')) {
        // Outer lanes list the nodes of inner ones too; the deepest path is the whole one.
        if ((lanesOf.get(node)?.length ?? 0) < path.length) lanesOf.set(node, path);
      }
      const inner = elementOf(element, 'childLaneSet');
      if (inner !== undefined) visit(inner, path);
    }
  };
  for (const laneSet of elementsOf(process, 'laneSets')) visit(laneSet, []);
  return { lanes, lanesOf };
}
