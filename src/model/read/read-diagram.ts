import { defined } from '../defined.ts';
import { elementOf, elementsOf, type ModdleElement, nameOf, textOf } from '../moddle/moddle-element.ts';
import { readMark } from '../moddle/prepared-mark.ts';
import type { Diagram, DrawnScope, Flow, FlowNode, Lane, LooseFlow } from './diagram.ts';
import { findReached } from './find-reached.ts';
import { isForeignLanguage } from './read-condition.ts';
import { readGraphNode } from './read-graph-node.ts';

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
  content?: OpenScope;
  host?: OpenNode;
}

interface OpenScope extends DrawnScope {
  readonly nodes: FlowNode[];
}

interface OpenDiagram {
  readonly nodes: Map<string, OpenNode>;
  readonly nodeOf: Map<ModdleElement, OpenNode>;
  readonly flows: Map<string, Flow>;
  readonly looseFlows: LooseFlow[];
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
  const open: OpenDiagram = {
    ...{ nodes: new Map(), nodeOf: new Map(), flows: new Map() },
    ...{ looseFlows: [], lanes: [], scopes: [] },
  };
  const scope: OpenScope = { id: processId, name: processName, kind: 'process', element: process, nodes: [] };
  readNodes(scope, open);
  // After all nodes, because a faulty flow or boundary event may refer to a node of any scope.
  for (const each of open.scopes) readFlows(each, open);
  for (const node of open.nodes.values()) attachToHost(node, open);
  const unreached = cutUnreached(scope, open);
  const { nodeOf: _, ...diagram } = open;
  return {
    ...diagram,
    element: process,
    process: scope,
    processId,
    processName,
    unreached,
    reserved: readReserved(open),
  };
}

function readReserved({ nodes, flows }: OpenDiagram): ReadonlySet<string> {
  const drawn = [...nodes.values(), ...flows.values()];
  return new Set(drawn.filter(({ element }) => readMark(element, 'part') !== undefined).map(({ id }) => id));
}

/** @returns the removed nodes, without the content of removed sub-processes; they keep their flows */
function cutUnreached(process: DrawnScope, { nodes, flows, scopes }: OpenDiagram): readonly FlowNode[] {
  const reached = findReached(process);
  const cut = [...nodes.values()].filter((node) => !reached.has(node));
  if (cut.length === 0) return [];
  for (const { id } of cut) nodes.delete(id);
  for (const [id, { source }] of flows) if (!reached.has(source)) flows.delete(id);
  for (const node of nodes.values()) keep(node.incoming, ({ source }) => reached.has(source));
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
    const shape = { id, name: nameOf(element) ?? id, element, scope, lanes, ...readGraphNode(element) };
    const node: OpenNode = { ...shape, incoming: [], outgoing: [], boundaries: [] };
    scope.nodes.push(node);
    open.nodes.set(id, node);
    open.nodeOf.set(element, node);
    if (node.kind !== 'sub-process') continue;
    node.content = openScope(node);
    readNodes(node.content, open);
  }
}

function openScope(node: FlowNode): OpenScope {
  const kind = node.element.get('triggeredByEvent') === true ? 'event sub-process' : 'sub-process';
  return { id: node.id, name: node.name, kind, element: node.element, node, nodes: [] };
}

function readFlows(scope: DrawnScope, { flows, looseFlows, nodeOf }: OpenDiagram): void {
  for (const element of elementsOf(scope.element, 'flowElements')) {
    if (element.$type !== 'bpmn:SequenceFlow') continue;
    const id = element.id ?? `bpmn:SequenceFlow#${flows.size + looseFlows.length + 1}`;
    const [source, target] = [endOf(element, 'sourceRef', nodeOf), endOf(element, 'targetRef', nodeOf)];
    if (source === undefined || target === undefined) {
      looseFlows.push({ id, ...defined({ source, target }) });
      continue;
    }
    const flow: Flow = { id, element, scope, source, target, ...readDecision(element, source) };
    flows.set(id, flow);
    source.outgoing.push(flow);
    target.incoming.push(flow);
  }
}

function endOf(flow: ModdleElement, property: string, nodeOf: OpenDiagram['nodeOf']): OpenNode | undefined {
  const element = elementOf(flow, property);
  return element && nodeOf.get(element);
}

function attachToHost(node: OpenNode, { nodeOf }: OpenDiagram): void {
  const element = node.type === 'bpmn:BoundaryEvent' ? elementOf(node.element, 'attachedToRef') : undefined;
  const host = element && nodeOf.get(element);
  if (host === undefined) return;
  node.host = host;
  host.boundaries.push(node);
}

function readDecision(
  element: ModdleElement,
  source: FlowNode,
): Pick<Flow, 'name' | 'isDefault' | 'isConditional' | 'condition'> {
  const isDefault = elementOf(source.element, 'default') === element;
  const written = elementOf(element, 'conditionExpression');
  // Modelers leave an empty condition behind when its text is deleted; a script can be in another file.
  const condition = written && !isEmptyCondition(written) ? written : undefined;
  return { isDefault, isConditional: condition !== undefined, ...defined({ name: nameOf(element), condition }) };
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
