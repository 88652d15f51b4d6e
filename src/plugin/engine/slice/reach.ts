import { type GraphNode, type GraphScope, isEventSubProcess, reachFrom, startsOf } from '../../../net/graph.ts';

/** Says whether every token that arrives at a node stays there until a later step. */
export type EndsStep = (nodeId: string) => boolean;

export interface Tokens {
  readonly holding: Iterable<GraphNode>;
  readonly arriving: Iterable<GraphNode>;
}

/**
 * The nodes that one step can reach: those that hold something, what their tokens can come to before they must wait for
 * another step, the boundary events of all of these, and the event sub-processes of their scopes. Too many are harmless.
 * Only user tasks and jobs are known to wait: one step handles one of them, while events may happen inside a step.
 * @param tokens `holding`: the nodes that hold a token; `arriving`: those at which it starts
 */
export function reachOf({ holding, arriving }: Tokens, endsStep: EndsStep): ReadonlySet<string> {
  const opened = new Set<GraphScope>();
  /** They may start whenever their scope is live. */
  const startInside = (scope: GraphScope | undefined) => {
    if (scope === undefined || opened.has(scope)) return [];
    opened.add(scope);
    return scope.nodes.filter(isEventSubProcess);
  };
  const beside = (node: GraphNode) => [...node.boundaries, ...startInside(node.scope), ...startInside(node.content)];
  const inside = ({ content }: GraphNode) => (content ? startsOf(content) : []);
  const behind = ({ outgoing }: GraphNode) => outgoing.map(({ target }) => target);

  const held = [...holding];
  // The next iteration begins at its starts.
  const next = held.flatMap((node) => [...beside(node), ...behind(node), ...(node.loop ? inside(node) : [])]);
  const arrived = reachFrom([...arriving, ...next], (node) => [
    ...beside(node),
    ...inside(node),
    ...(endsStep(node.id) ? [] : behind(node)),
  ]);
  return new Set([...held, ...arrived].map(({ id }) => id));
}
