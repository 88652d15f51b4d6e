import { elementOf } from '../moddle/moddle-element.ts';
import { type DrawnScope, type FlowNode, isEventSubProcess } from './diagram.ts';
import { eventDefinitionsOf, eventKindOf } from './event-kind.ts';

/** The nodes that a token can come to, those inside of sub-processes too. */
export function findReached([whole, ...parts]: readonly DrawnScope[]): ReadonlySet<FlowNode> {
  const reached = new Set<FlowNode>();
  const open: FlowNode[] = whole === undefined ? [] : [...findBeginnings(whole)];
  const inside = new Map(parts.map((scope) => [scope.node, scope]));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    open.push(...node.boundaries);
    for (const { target } of node.outgoing) if (target !== undefined) open.push(target);
    const scope = inside.get(node);
    if (scope !== undefined) open.push(...findBeginnings(scope));
  }
  return reached;
}

/** Where tokens of a scope appear; all of it, where it has no beginning: that is the author's one mistake then. */
function findBeginnings(scope: DrawnScope): readonly FlowNode[] {
  const begun = scope.nodes.filter(begins);
  const first = begun.length === 0 && startsByItself(scope) ? findFirstNodes(scope) : begun;
  if (first.length === 0) return scope.nodes;
  return [...first, ...scope.nodes.filter((node) => isEventSubProcess(node) || hangsNowhere(node))];
}

function begins({ type, element }: FlowNode): boolean {
  if (type === 'bpmn:StartEvent' || element.get('instantiate') === true) return true;
  return (
    type === 'bpmn:IntermediateCatchEvent' && eventDefinitionsOf(element).some((each) => eventKindOf(each) === 'link')
  );
}

/** A boundary event whose host is not said is a mistake of its own. */
function hangsNowhere({ type, element }: FlowNode): boolean {
  return type === 'bpmn:BoundaryEvent' && elementOf(element, 'attachedToRef') === undefined;
}

/** BPMN 2.0, 13.5.4: without a start event, a sub-process starts at its nodes that no flow leads to. */
export function startsByItself(scope: DrawnScope): boolean {
  return scope.kind === 'sub-process' && scope.nodes.every(({ type }) => type !== 'bpmn:StartEvent');
}

export function findFirstNodes({ nodes }: DrawnScope): readonly FlowNode[] {
  return nodes.filter(
    (node) => node.incoming.length === 0 && node.type !== 'bpmn:BoundaryEvent' && !isEventSubProcess(node),
  );
}
