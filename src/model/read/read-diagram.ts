import { defined } from '../defined.ts';
import { elementOf, elementsOf, type ModdleElement, nameOf, textOf } from '../moddle/moddle-element.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import { type Diagram, type DrawnScope, type Flow, type FlowNode, isEventSubProcess, type Lane } from './diagram.ts';
import { findReached } from './find-reached.ts';
import { isForeignLanguage } from './read-condition.ts';

/** Flow elements that are not nodes. */
const NOT_FLOW_NODES = new Set([
  'bpmn:SequenceFlow',
  'bpmn:DataObject',
  'bpmn:DataObjectReference',
  'bpmn:DataStoreReference',
]);

interface OpenNode extends FlowNode {
  readonly incoming: Flow[];
  readonly outgoing: Flow[];
  readonly boundaries: FlowNode[];
}

interface OpenScope extends DrawnScope {
  readonly nodes: FlowNode[];
}

interface OpenDiagram {
  readonly nodes: Map<string, OpenNode>;
  readonly nodeOf: Map<ModdleElement, OpenNode>;
  readonly flows: Map<string, Flow>;
  readonly lanes: Lane[];
  readonly scopes: OpenScope[];
}

/**
 * Reads the graph of a process and its sub-processes. The content of transactions and ad-hoc sub-processes is not read,
 * because they do not run.
 */
export function readDiagram(process: ModdleElement): Diagram {
  const processId = process.id ?? '';
  const processName = nameOf(process) ?? processId;
  const open: OpenDiagram = { nodes: new Map(), nodeOf: new Map(), flows: new Map(), lanes: [], scopes: [] };
  readNodes({ id: processId, name: processName, kind: 'process', element: process, nodes: [] }, open);
  // After all nodes, because a faulty flow or boundary event may refer to a node of any scope.
  for (const scope of open.scopes) readFlows(scope, open);
  for (const node of open.nodes.values()) attachToHost(node, open);
  const unreached = cutUnreached(open);
  const { nodes, flows, lanes, scopes } = open;
  const reserved = readReserved(open);
  return { element: process, processId, processName, nodes, flows, lanes, scopes, unreached, reserved };
}

function readReserved({ nodes, flows }: OpenDiagram): ReadonlySet<string> {
  const drawn = [...nodes.values(), ...flows.values()];
  return new Set(drawn.filter(({ element }) => readMark(element, 'part') !== undefined).map(({ id }) => id));
}

/** @returns the removed nodes, without the content of removed sub-processes; they keep their flows */
function cutUnreached({ nodes, flows, scopes }: OpenDiagram): readonly FlowNode[] {
  const reached = findReached(scopes);
  const cut = [...nodes.values()].filter((node) => !reached.has(node));
  if (cut.length === 0) return [];
  for (const { id } of cut) nodes.delete(id);
  for (const [id, { source }] of flows) if (source !== undefined && !reached.has(source)) flows.delete(id);
  for (const node of nodes.values()) {
    keep(node.incoming, ({ source }) => source === undefined || reached.has(source));
  }
  for (const scope of scopes) keep(scope.nodes, (node) => reached.has(node));
  const left = scopes.filter(({ node }) => node === undefined || reached.has(node));
  scopes.splice(0, scopes.length, ...left);
  return cut.filter(({ scope }) => scope.node === undefined || reached.has(scope.node));
}

function keep<Item>(list: Item[], isKept: (item: Item) => boolean): void {
  list.splice(0, list.length, ...list.filter(isKept));
}

function readNodes(scope: OpenScope, open: OpenDiagram): void {
  open.scopes.push(scope);
  const placed = readLanes(scope.element);
  open.lanes.push(...placed.lanes);
  for (const element of elementsOf(scope.element, 'flowElements')) {
    if (NOT_FLOW_NODES.has(element.$type)) continue;
    const id = element.id ?? `${element.$type}#${open.nodes.size + 1}`;
    const lanes = [...(placed.lanesOf.get(element) ?? []), ...(scope.node?.lanes ?? [])];
    const shape = { id, name: nameOf(element) ?? id, type: element.$type, element, scope, lanes };
    const node: OpenNode = { ...shape, incoming: [], outgoing: [], boundaries: [] };
    scope.nodes.push(node);
    open.nodes.set(id, node);
    open.nodeOf.set(element, node);
    if (node.type === 'bpmn:SubProcess') readNodes(openScope(node), open);
  }
}

function openScope(node: FlowNode): OpenScope {
  const kind = isEventSubProcess(node) ? 'event sub-process' : 'sub-process';
  return { id: node.id, name: node.name, kind, element: node.element, node, nodes: [] };
}

function readFlows(scope: DrawnScope, { flows, nodeOf }: OpenDiagram): void {
  for (const element of elementsOf(scope.element, 'flowElements')) {
    if (element.$type !== 'bpmn:SequenceFlow') continue;
    const flow = readFlow(element, scope, nodeOf, flows.size);
    flows.set(flow.id, flow);
    flow.source?.outgoing.push(flow);
    flow.target?.incoming.push(flow);
  }
}

function attachToHost(node: OpenNode, { nodeOf }: OpenDiagram): void {
  const host = node.type === 'bpmn:BoundaryEvent' ? elementOf(node.element, 'attachedToRef') : undefined;
  if (host !== undefined) nodeOf.get(host)?.boundaries.push(node);
}

interface OpenFlow extends Flow {
  readonly source?: OpenNode;
  readonly target?: OpenNode;
}

function readFlow(
  element: ModdleElement,
  scope: DrawnScope,
  nodeOf: ReadonlyMap<ModdleElement, OpenNode>,
  count: number,
): OpenFlow {
  const sourceElement = elementOf(element, 'sourceRef');
  const targetElement = elementOf(element, 'targetRef');
  const source = sourceElement && nodeOf.get(sourceElement);
  const target = targetElement && nodeOf.get(targetElement);
  const name = nameOf(element);
  const condition = elementOf(element, 'conditionExpression');
  return {
    id: element.id ?? `bpmn:SequenceFlow#${count + 1}`,
    element,
    scope,
    isDefault: sourceElement !== undefined && elementOf(sourceElement, 'default') === element,
    ...defined({ name, source, target }),
    // Modelers leave an empty condition behind when its text is deleted; a script can be in another file.
    ...(condition === undefined || isEmptyCondition(condition) ? {} : { condition }),
  };
}

function isEmptyCondition(condition: ModdleElement): boolean {
  return textOf(condition, 'body') === undefined && !isForeignLanguage(textOf(condition, 'language'));
}

/** The lanes of a process or sub-process, and the lanes of each element, innermost first. */
export interface PlacedLanes {
  readonly lanes: readonly Lane[];
  readonly lanesOf: ReadonlyMap<ModdleElement, readonly Lane[]>;
}

function readLanes(container: ModdleElement): PlacedLanes {
  const lanes: Lane[] = [];
  const lanesOf = new Map<ModdleElement, readonly Lane[]>();
  const visit = (laneSet: ModdleElement, outer: readonly Lane[]): void => {
    for (const element of elementsOf(laneSet, 'lanes')) {
      const name = nameOf(element);
      const lane: Lane = { id: element.id ?? '', element, ...defined({ name }) };
      lanes.push(lane);
      const path = [lane, ...outer];
      for (const node of elementsOf(element, 'flowNodeRef')) {
        // Outer lanes list the nodes of inner lanes too, so the longest path is the complete one.
        if ((lanesOf.get(node)?.length ?? 0) < path.length) lanesOf.set(node, path);
      }
      const inner = elementOf(element, 'childLaneSet');
      if (inner !== undefined) visit(inner, path);
    }
  };
  for (const laneSet of elementsOf(container, 'laneSets')) visit(laneSet, []);
  return { lanes, lanesOf };
}
