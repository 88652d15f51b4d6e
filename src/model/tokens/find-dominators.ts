import type { GraphNode } from '../../net/graph.ts';

/**
 * The immediate dominator of each node: the nearest node that every path to it passes.
 * @see Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001)
 */
export function findDominators(beginnings: readonly GraphNode[]): ReadonlyMap<GraphNode, GraphNode> {
  const order = sortByDepth(beginnings);
  const numbers = new Map(order.map((node, index) => [node, index]));
  // In reverse order a node comes before its successors, except in loops. `-1` is a virtual node before all starts.
  const nearest = order.map(() => Number.NaN);
  const before = new Map(order.map((node) => [node, [] as number[]]));
  for (const [index, node] of order.entries()) for (const next of nextOf(node)) before.get(next)?.push(index);
  const begun = new Set(beginnings);
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = order.length - 1; index >= 0; index -= 1) {
      const node = order[index];
      if (node === undefined) continue;
      const paths = (before.get(node) ?? []).filter((other) => !Number.isNaN(nearest[other]));
      const met = begun.has(node) ? -1 : paths.reduce((one, other) => meet(one, other, nearest));
      if (nearest[index] === met) continue;
      nearest[index] = met;
      changed = true;
    }
  }
  const found = order.flatMap((node) => {
    const dominator = order[nearest[numbers.get(node) ?? -1] ?? -1];
    return dominator === undefined ? [] : [[node, dominator] as const];
  });
  return new Map(found);
}

/** The nearest common dominator of two nodes. Dominators have larger numbers. */
function meet(one: number, other: number, nearest: readonly number[]): number {
  let [a, b] = [one, other];
  while (a !== b) {
    if (a === -1 || b === -1) return -1;
    if (a < b) a = nearest[a] ?? -1;
    else b = nearest[b] ?? -1;
  }
  return a;
}

export function nextOf(node: GraphNode): readonly GraphNode[] {
  return [...node.boundaries, ...node.outgoing.map(({ target }) => target)];
}

/** Post-order: a node comes after its successors, except in loops. */
function sortByDepth(beginnings: readonly GraphNode[]): readonly GraphNode[] {
  const order: GraphNode[] = [];
  const seen = new Set<GraphNode>();
  const open = beginnings.map((node) => ({ node, left: false }));
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, left } = at;
    if (left) order.push(node);
    else if (!seen.has(node)) {
      seen.add(node);
      open.push({ node, left: true }, ...nextOf(node).map((next) => ({ node: next, left: false })));
    }
  }
  return order;
}
