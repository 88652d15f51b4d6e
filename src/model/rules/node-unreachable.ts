import { type Drawing, type DrawnScope, type FlowNode, isEventSubProcess } from '../read/drawing.ts';
import type { Rule } from './rule.ts';
import { findUnsupported } from './supported-elements.ts';

export const nodeUnreachable: Rule = {
  name: 'node-unreachable',
  check({ drawing }) {
    const reached = reach(drawing);
    return [...drawing.nodes.values()]
      .filter((node) => !reached.has(node))
      .map(({ id, name, scope }) => ({
        severity: 'error',
        elementId: id,
        reason: `No path leads from the start${scope.kind === 'process' ? ' event' : ` of "${scope.name}"`} to "${name}", so it never happens.`,
        remedy: 'Connect it with a flow, or delete it.',
      }));
  },
};

function reach({ scopes }: Drawing): ReadonlySet<FlowNode> {
  const reached = new Set<FlowNode>();
  const open = scopes.flatMap(findBeginnings);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    open.push(...node.boundaries);
    for (const { target } of node.outgoing) if (target !== undefined) open.push(target);
  }
  return reached;
}

/** Where tokens of a scope appear. What hangs on an element that does not run is not the author's mistake either. */
function findBeginnings(scope: DrawnScope): readonly FlowNode[] {
  const drawn = scope.nodes.filter(
    (node) => node.type === 'bpmn:StartEvent' || isEventSubProcess(node) || findUnsupported(node.element) !== undefined,
  );
  return [...drawn, ...(startsByItself(scope) ? findFirstNodes(scope) : [])];
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
