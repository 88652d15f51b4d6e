import type { GraphNode } from '../../net/graph.ts';

interface Step {
  readonly id: string;
  readonly type: string;
  readonly isSequenceFlow?: true;
  readonly targetId?: string;
}

/** All ways from some nodes to an end, or to where they loop back, by the last node of the way. */
export function shake(starts: readonly GraphNode[], { id, type }: { readonly id: string; readonly type: string }) {
  const result: Record<string, object[]> = {};
  const walk = (node: GraphNode, way: readonly Step[], first: GraphNode): void => {
    const isLooped = way.some((step) => step.id === node.id);
    const sequence = [...way, { id: node.id, type: node.type }];
    if (isLooped || node.outgoing.length === 0) {
      const { id: firstId, type: firstType } = first;
      const found = { id: firstId, type: firstType, parent: { id, type }, sequence, isLooped };
      result[firstId] = [...(result[firstId] ?? []), found];
    } else
      for (const { id: flowId, target } of node.outgoing)
        walk(
          target,
          [...sequence, { id: flowId, type: 'bpmn:SequenceFlow', isSequenceFlow: true, targetId: target.id }],
          first,
        );
  };
  for (const start of starts) walk(start, [], start);
  return result;
}
