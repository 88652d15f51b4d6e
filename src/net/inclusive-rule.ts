import type { GraphFlow, GraphNode } from './graph.ts';

/** Where a token is: in a node, or on a flow into a join. */
export type TokenPlace = GraphNode | GraphFlow;

/**
 * Which tokens an inclusive join waits for that has one already (BPMN 2.0.2, 13.4.3): those that can come to an empty one of
 * its flows, along sequence flows and without passing it, unless they can also come to one that has a token. A token in an
 * activity counts as one on the flow into it. It may also leave by a boundary event of that activity, each of which counts
 * on its own; boundary events further along do not count, since their activities may themselves wait for the join.
 * @param tokens of the scope that the join is in
 */
export function tokensAwaitedBy<Token extends { readonly place: TokenPlace }>(
  join: GraphNode,
  tokens: readonly Token[],
): readonly Token[] {
  const places = new Set(tokens.map(({ place }) => place));
  const isFilled = (flow: GraphFlow) => places.has(flow);
  return tokens.filter(({ place }) => isAwaited(waysInto(join, place), isFilled));
}

/** The flows into a join that a token can come to, for each way in which it can leave its place. */
export type WaysInto<Input = GraphFlow> = readonly (readonly Input[])[];

export function isAwaited<Input>(ways: WaysInto<Input>, isFilled: (input: Input) => boolean): boolean {
  return ways.some((inputs) => inputs.length > 0 && !inputs.some(isFilled));
}

export function waysInto(join: GraphNode, place: TokenPlace): WaysInto {
  const node = 'target' in place ? place.target : place;
  return [node, ...node.boundaries].map((from) => join.incoming.filter((flow) => nodesBefore(flow).has(from)));
}

const known = new WeakMap<GraphFlow, ReadonlySet<GraphNode>>();

/** The nodes from which flows lead to a flow without passing its target. */
function nodesBefore(flow: GraphFlow): ReadonlySet<GraphNode> {
  const found = known.get(flow);
  if (found) return found;
  const before = new Set([flow.source]);
  before.delete(flow.target);
  for (const { incoming } of before) for (const { source } of incoming) if (source !== flow.target) before.add(source);
  known.set(flow, before);
  return before;
}
