import { isEventSubProcess } from '../../net/graph.ts';
import { elementOf } from '../moddle/moddle-element.ts';
import type { DrawnScope, FlowNode } from './diagram.ts';
import { eventDefinitionsOf, eventKindOf } from './events/event-kind.ts';

/** The nodes that a token can reach, including the content of sub-processes. */
export function findReached([whole, ...parts]: readonly DrawnScope[]): ReadonlySet<FlowNode> {
  const reached = new Set<FlowNode>();
  const open: FlowNode[] = whole === undefined ? [] : [...findStarts(whole)];
  const inside = new Map(parts.map((scope) => [scope.node, scope]));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    open.push(...node.boundaries);
    for (const { target } of node.outgoing) open.push(target);
    const scope = inside.get(node);
    if (scope !== undefined) open.push(...findStarts(scope));
  }
  return reached;
}

/** The nodes where the tokens of a scope start; all nodes if none is a start, which other rules report. */
function findStarts(scope: DrawnScope): readonly FlowNode[] {
  const starts = scope.nodes.filter(isStart);
  const first = starts.length === 0 && hasImplicitStart(scope) ? findFirstNodes(scope) : starts;
  if (first.length === 0) return scope.nodes;
  return [...first, ...scope.nodes.filter((node) => isEventSubProcess(node) || hasNoHost(node))];
}

function isStart({ type, element }: FlowNode): boolean {
  if (type === 'bpmn:StartEvent' || element.get('instantiate') === true) return true;
  return (
    type === 'bpmn:IntermediateCatchEvent' && eventDefinitionsOf(element).some((each) => eventKindOf(each) === 'link')
  );
}

/** A boundary event without a host, which `boundary-on-wrong-host` reports. */
function hasNoHost({ type, element }: FlowNode): boolean {
  return type === 'bpmn:BoundaryEvent' && elementOf(element, 'attachedToRef') === undefined;
}

/** BPMN 2.0, 13.5.4: a sub-process without a start event starts at its nodes without incoming flows. */
export function hasImplicitStart(scope: DrawnScope): boolean {
  return scope.kind === 'sub-process' && scope.nodes.every(({ type }) => type !== 'bpmn:StartEvent');
}

export function findFirstNodes({ nodes }: DrawnScope): readonly FlowNode[] {
  return nodes.filter(
    (node) => node.incoming.length === 0 && node.type !== 'bpmn:BoundaryEvent' && !isEventSubProcess(node),
  );
}
