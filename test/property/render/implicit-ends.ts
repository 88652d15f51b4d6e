import { type Graph, type GraphNode, nodeOf } from '../draw/graph.ts';

/**
 * Whether a file leaves out a plain end: what leads there without a choice then ends its path by itself (BPMN 2.0, 13.5.6).
 * Every second one that may be is left out; the oracle knows nothing of it.
 */
export function isImplicitEnd(graph: Graph, { id, type, event }: GraphNode): boolean {
  if (type !== 'endEvent' || event || Number(/\d+/.exec(id.split('.').at(-1) ?? '')?.[0] ?? 0) % 2 === 1) return false;
  return graph.flows
    .filter(({ target }) => target === id)
    .every((flow) => {
      const { source, condition, vote, isDefault, link } = flow;
      if (condition || vote || isDefault || link !== undefined || /Gateway$/.test(nodeOf(graph, source).type))
        return false;
      return graph.flows.filter((other) => other.source === source).length === 1;
    });
}
