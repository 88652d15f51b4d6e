import type { Graph } from '../draw/graph.ts';

/** Where a token is: on its way into a node, by this flow, or in a node. */
export type TokenPlace = { readonly flow: string } | { readonly node: string };

/**
 * Whether an inclusive gateway is activated (BPMN 2.0, 13.4.3): a token is on one of its incoming flows, and every path
 * from a token to an incoming flow without one, that does not visit the gateway, is matched by a path from the same
 * token to an incoming flow with one. A token in an activity may also leave by an event on its edge: that counts for
 * the first path, not for the second (design 5).
 * @param tokens of the scope the gateway stands in
 */
export function isActivated(graph: Graph, gateway: string, tokens: readonly TokenPlace[]): boolean {
  const incoming = graph.flows.filter((flow) => flow.target === gateway).map(({ id }) => id);
  const filled = incoming.filter((id) => tokens.some((token) => 'flow' in token && token.flow === id));
  if (filled.length === 0) return false;
  return tokens.every((token) => {
    if ('flow' in token && incoming.includes(token.flow)) return true;
    const toEmpty = incoming.some((id) => !filled.includes(id) && reach(graph, token, gateway, true).has(id));
    return !toEmpty || filled.some((id) => reach(graph, token, gateway, false).has(id));
  });
}

/** The flows a token can come to without visiting the gateway. */
function reach(graph: Graph, token: TokenPlace, gateway: string, byEdges: boolean): ReadonlySet<string> {
  const at = 'node' in token ? token.node : graph.flows.find(({ id }) => id === token.flow)?.target;
  const reached = new Set<string>();
  const seen = new Set<string>();
  const open = at === undefined ? [] : [at];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === gateway || seen.has(node)) continue;
    seen.add(node);
    for (const flow of graph.flows) {
      if (flow.source !== node) continue;
      reached.add(flow.id);
      open.push(flow.target);
    }
    if (!byEdges) continue;
    for (const { id, attachedTo } of graph.nodes) if (attachedTo === node) open.push(id);
  }
  return reached;
}
