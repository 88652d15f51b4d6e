import type { Graph } from '../draw/graph.ts';

/** Where a token is: on its way into a node, by this flow, or in a node. */
export type TokenPlace = { readonly flow: string } | { readonly node: string };

/**
 * Whether an inclusive gateway is activated (BPMN 2.0.2, 13.4.3): a token is on one of its incoming flows, and for every
 * path of sequence flows from a flow with a token to an incoming flow without one, that does not visit the gateway, there
 * is a path from the same flow to an incoming flow with one. The standard knows tokens on flows only: one in an activity is
 * still on the flow that it came by, and may leave by an event on the edge of that activity instead, as if it had come there.
 * @param tokens of the scope the gateway stands in
 */
export function isActivated(graph: Graph, gateway: string, tokens: readonly TokenPlace[]): boolean {
  const incoming = graph.flows.filter(({ target }) => target === gateway).map(({ id }) => id);
  const withToken = new Set(tokens.flatMap((token) => ('flow' in token ? token.flow : [])));
  const [filled, empty] = [incoming.filter((id) => withToken.has(id)), incoming.filter((id) => !withToken.has(id))];
  const isMatched = (start: string) => {
    const passed = flowsBehind(graph, start, gateway);
    return !empty.some((id) => passed.has(id)) || filled.some((id) => passed.has(id));
  };
  return filled.length > 0 && tokens.flatMap((token) => startsAt(graph, token)).every(isMatched);
}

/** The nodes at which the paths of a token start. */
function startsAt({ nodes, flows }: Graph, token: TokenPlace): readonly string[] {
  if ('flow' in token) return flows.filter(({ id }) => id === token.flow).map(({ target }) => target);
  return [token.node, ...nodes.filter(({ attachedTo }) => attachedTo === token.node).map(({ id }) => id)];
}

/** Every flow on a path that starts at a node and does not visit the gateway. */
function flowsBehind(graph: Graph, start: string, gateway: string): ReadonlySet<string> {
  const nodes = new Set(start === gateway ? [] : [start]);
  const passed = new Set<string>();
  for (const node of nodes) {
    for (const { id, source, target } of graph.flows) {
      if (source !== node) continue;
      passed.add(id);
      if (target !== gateway) nodes.add(target);
    }
  }
  return passed;
}
