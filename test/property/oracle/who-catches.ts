import { type EventTrigger, type Graph, nodeOf } from '../draw/graph.ts';
import type { Scope, State, Watch } from './token-game/game-state.ts';

type Thrown = Extract<EventTrigger, { kind: 'error' | 'escalation' }>;

/** What the instance is about, where a wait does not say it itself. */
const OWN_KEY = 'order-1';

/**
 * Those that wait for a message or signal of that name, in the order of {@link watchesInOrder}. BPMN leaves it open.
 * @param sent `key`: keeps out those that wait for another; without one whoever waits for the name
 */
export function receiversOf(
  graph: Graph,
  state: State,
  kind: 'message' | 'signal',
  sent: { readonly name: string; readonly key?: string },
): Watch[] {
  return watchesInOrder(graph, state).filter(({ nodeId, name, key = OWN_KEY }) => {
    const isMeant = sent.key === undefined || sent.key === key;
    return nodeOf(graph, nodeId).event?.kind === kind && name === sent.name && isMeant;
  });
}

/**
 * What waits for an event, in the order of scopes, of the file, and of the tokens in one node; what starts an event
 * sub-process comes last.
 */
export function watchesInOrder(graph: Graph, state: State): Watch[] {
  const ranks = rankScopes(graph, state);
  const rank = ({ scope, nodeId, host }: Watch) =>
    (host === undefined ? 1e9 : 0) + (ranks.get(scope) ?? 0) * 1000 + orderOf(graph, nodeId);
  return state.watches.toSorted((one, other) => rank(one) - rank(other) || (one.host ?? 0) - (other.host ?? 0));
}

/** Conditional events in the order in which they are looked at: outer scopes first, in each what starts an event sub-process. */
export function conditionsInOrder(graph: Graph, state: State): Watch[] {
  const depthOf = (id: number): number => {
    const owner = state.scopes.find((scope) => scope.id === id)?.activity;
    const around = state.activities.find((activity) => activity.id === owner)?.scope;
    return around === undefined ? 0 : 1 + depthOf(around);
  };
  const level = ({ scope, host }: Watch) => 2 * depthOf(scope) + (host === undefined ? 0 : 1);
  return watchesInOrder(graph, state)
    .filter(({ nodeId }) => nodeOf(graph, nodeId).event?.kind === 'condition')
    .toSorted((one, other) => level(one) - level(other));
}

/** Where a reader of the file comes to a node. */
export const orderOf = ({ nodes }: Graph, nodeId: string | undefined): number =>
  nodes.findIndex(({ id }) => id === nodeId);

/** The order of scopes: outer ones first, then by the file, then by the tokens in one node, then by iterations. */
export function rankScopes(graph: Graph, { scopes, activities }: State): ReadonlyMap<number, number> {
  const walk = (scope: Scope): Scope[] => {
    const owners = activities.filter((activity) => activity.scope === scope.id);
    const inner = scopes.filter(({ activity }) => owners.some(({ id }) => id === activity));
    const compare = (one: Scope, other: Scope) =>
      orderOf(graph, one.nodeId) - orderOf(graph, other.nodeId) ||
      (one.activity ?? 0) - (other.activity ?? 0) ||
      one.index - other.index;
    return [scope, ...inner.toSorted(compare).flatMap(walk)];
  };
  const whole = scopes.filter(({ activity }) => activity === undefined).flatMap(walk);
  return new Map(whole.map(({ id }, at) => [id, at]));
}

/**
 * Who catches an error or an escalation: outwards from where it was thrown, on each level first what is on the edge of
 * what it comes out of, then an event sub-process beside it; one for its code before one for all (BPMN 2.0, 10.5.6).
 * @param host the activity it was thrown by, where that can carry an event itself
 */
export function catcherOf(
  graph: Graph,
  { watches, scopes, activities }: State,
  { kind, code }: Thrown,
  scopeId: number,
  host: number | undefined,
): Watch | undefined {
  const codeOf = ({ nodeId }: Watch): string | undefined => {
    const { event } = nodeOf(graph, nodeId);
    return event && 'code' in event ? event.code : undefined;
  };
  const fits = (watch: Watch) =>
    nodeOf(graph, watch.nodeId).event?.kind === kind && (codeOf(watch) === undefined || codeOf(watch) === code);
  const best = (found: readonly Watch[]) => found.find((watch) => codeOf(watch) !== undefined) ?? found[0];
  let [scope, inner]: [number | undefined, number | undefined] = [scopeId, host];
  while (scope !== undefined) {
    const at = scope;
    const here = watches.filter((watch) => watch.scope === at && fits(watch));
    const found =
      best(here.filter((watch) => watch.host !== undefined && watch.host === inner)) ??
      best(here.filter((watch) => watch.host === undefined));
    if (found) return found;
    inner = scopes.find(({ id }) => id === at)?.activity;
    scope = activities.find(({ id }) => id === inner)?.scope;
  }
  return undefined;
}
