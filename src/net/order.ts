import type { GraphScope } from './graph.ts';
import type { Marking } from './marking.ts';
import type { Id } from './state.ts';

/**
 * Orders tokens: by scope, outer ones first; in a scope as its nodes are drawn; in a node as they arrived. So the result
 * does not depend on the way in which the instance came to its state.
 */
export function inOrder(marking: Marking, ids: readonly Id[]): readonly Id[] {
  if (ids.length < 2) return ids;
  const ranks = rankTokens(marking);
  return ids.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

/**
 * Orders what listens: first at tokens, as these and the events of one token are drawn; then at the starts of event
 * sub-processes, outer scopes first.
 */
export function listenersInOrder(marking: Marking, keys: readonly string[]): readonly string[] {
  if (keys.length < 2) return keys;
  const ranks = rankTokens(marking);
  const rankOf = (key: string): readonly number[] => {
    const { scope, node, owner } = marking.listenerPlace(key);
    // What listens for one scope or token began to do so in the order of the file.
    if (owner === undefined) return [1, ranks.get(scope) ?? 0];
    // An event is drawn beside others of its scope, wherever the token is that listens for it.
    return [0, ranks.get(scope) ?? 0, placesIn(node.scope).get(node.id) ?? 0, ranks.get(owner) ?? 0];
  };
  return keys
    .map((key) => ({ key, rank: rankOf(key) }))
    .toSorted((one, other) => compare(one.rank, other.rank))
    .map(({ key }) => key);
}

/** Of all scopes and tokens. */
function rankTokens(marking: Marking): ReadonlyMap<Id, number> {
  const ranks = new Map<Id, number>();
  const visit = (scope: Id): void => {
    ranks.set(scope, ranks.size);
    const drawn = placesIn(marking.drawn(scope));
    // Iterations stand where their activity does, however late they began.
    const rankOf = (id: Id) => [drawn.get(marking.nodeAt(id).id) ?? 0, Number(marking.rootOf(id))];
    const tokens = marking.tokensIn(scope).toSorted((one, other) => compare(rankOf(one), rankOf(other)));
    for (const id of tokens) ranks.set(id, ranks.size);
    for (const id of tokens) {
      const inner = marking.scopeOf(id);
      if (inner !== undefined) visit(inner);
    }
  };
  if (marking.root !== undefined) visit(marking.root);
  return ranks;
}

const known = new WeakMap<GraphScope, ReadonlyMap<string, number>>();

function placesIn(scope: GraphScope): ReadonlyMap<string, number> {
  const found = known.get(scope);
  if (found) return found;
  const places = new Map(scope.nodes.map(({ id }, index) => [id, index]));
  known.set(scope, places);
  return places;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
