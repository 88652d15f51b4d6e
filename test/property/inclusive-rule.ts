import type { Graph } from './graph.ts';

/** Where a token is: on its way into a node, by this flow, or in a node. */
export type TokenPlace = { readonly flow: string } | { readonly node: string };

/**
 * Whether an inclusive gateway is activated (BPMN 2.0, 13.4.3): a token is on one of its incoming flows, and every path
 * from a token to an incoming flow without one, that does not visit the gateway, is matched by a path from the same
 * token to an incoming flow with one.
 */
export function isActivated(graph: Graph, gateway: string, tokens: readonly TokenPlace[]): boolean {
  const incoming = graph.flows.filter((flow) => flow.target === gateway).map(({ id }) => id);
  const filled = incoming.filter((id) => tokens.some((token) => 'flow' in token && token.flow === id));
  if (filled.length === 0) return false;
  return tokens.every((token) => {
    if ('flow' in token && incoming.includes(token.flow)) return true;
    const reached = reach(graph, token, gateway);
    const toEmpty = incoming.some((id) => reached.has(id) && !filled.includes(id));
    return !toEmpty || filled.some((id) => reached.has(id));
  });
}

/** The flows a token can come to without visiting the gateway. */
function reach(graph: Graph, token: TokenPlace, gateway: string): ReadonlySet<string> {
  const at = 'node' in token ? token.node : graph.flows.find(({ id }) => id === token.flow)?.target;
  const reached = new Set<string>();
  const open = at === undefined ? [] : [at];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === gateway) continue;
    for (const flow of graph.flows) {
      if (flow.source !== node || reached.has(flow.id)) continue;
      reached.add(flow.id);
      open.push(flow.target);
    }
  }
  return reached;
}
