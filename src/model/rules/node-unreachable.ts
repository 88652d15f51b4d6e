import type { Drawing, FlowNode } from '../read/drawing.ts';
import type { Rule } from './rule.ts';
import { findUnsupported } from './supported-elements.ts';

export const nodeUnreachable: Rule = {
  name: 'node-unreachable',
  check({ drawing }) {
    const reached = reach(drawing);
    return [...drawing.nodes.values()]
      .filter((node) => !reached.has(node))
      .map(({ id, name }) => ({
        severity: 'error',
        elementId: id,
        reason: `No path leads from the start event to "${name}", so it never happens.`,
        remedy: 'Connect it with a flow, or delete it.',
      }));
  },
};

// What hangs on an element that does not run is not the author's mistake, so those count as beginnings too.
function reach({ nodes }: Drawing): ReadonlySet<FlowNode> {
  const reached = new Set<FlowNode>();
  const open = [...nodes.values()].filter(
    (node) => node.type === 'bpmn:StartEvent' || findUnsupported(node.element) !== undefined,
  );
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    for (const { target } of node.outgoing) if (target !== undefined) open.push(target);
  }
  return reached;
}
