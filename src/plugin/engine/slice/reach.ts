import { type GraphNode, isEventSubProcess, startsOf } from '../../../net/graph.ts';

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
export function reachOf(tokens: Tokens, endsStep: EndsStep): ReadonlySet<string> {
  const reached = new Set<string>();
  const arrived = new Set<GraphNode>();
  const left = new Set<GraphNode>();
  const opened = new Set<object>();
  const pending: GraphNode[] = [];

  function arrive(node: GraphNode): void {
    if (arrived.has(node)) return;
    arrived.add(node);
    enter(node);
    begin(node);
    if (!endsStep(node.id)) leave(node);
  }

  function enter(node: GraphNode): void {
    if (reached.has(node.id)) return;
    reached.add(node.id);
    pending.push(...node.boundaries);
    for (const scope of [node.scope, node.content]) {
      if (scope === undefined || opened.has(scope)) continue;
      opened.add(scope);
      // They may start whenever their scope is live.
      pending.push(...scope.nodes.filter(isEventSubProcess));
    }
  }

  function begin({ content }: GraphNode): void {
    if (content) pending.push(...startsOf(content));
  }

  function leave(node: GraphNode): void {
    if (left.has(node)) return;
    left.add(node);
    pending.push(...node.outgoing.map(({ target }) => target));
  }

  for (const node of tokens.arriving) arrive(node);
  for (const node of tokens.holding) {
    enter(node);
    leave(node);
    // The next iteration begins at its starts.
    if (node.loop) begin(node);
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) arrive(next);
  return reached;
}
