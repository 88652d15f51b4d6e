import { type Graph, type GraphFlow, type GraphNode, type GraphScope, reachFrom } from '../../net/graph.ts';
import { buildNet } from './build-net.ts';
import { waitsAt } from './find-paths.ts';
import { createFireJoins } from './fire-joins.ts';
import type { Marking, TokenNet } from './token-net.ts';
import { BudgetExceeded, createWorkBudget, type WorkBudget } from './work-budget.ts';

/** Limit for one scope: a second or two. An ordinary process takes a hundredth of it. */
const MAX_VISITS = 5_000_000;

/**
 * Whether the tokens of a scope can be at exactly these places at some time, whatever conditions, people and events decide:
 * where they cannot, a join would wait forever or what follows it would run twice. Sub-processes are single nodes.
 * @param places nodes, and flows into joins that wait for others
 * @returns undefined if the search was ended before all states were seen
 */
export function canHoldTokens(
  graph: Graph,
  scope: GraphScope,
  places: readonly (GraphNode | GraphFlow)[],
): boolean | undefined {
  const held = new Set<object>(places);
  const budget = createWorkBudget(MAX_VISITS);
  try {
    const net = buildNet(scope, {
      ...{ graph, mode: 'all', budget },
      // Some nodes hold a token only while their scripts run.
      waitsAt: (node) => waitsAt(node) || held.has(node),
      conditionOf: ({ id }) => id,
      isPressed: () => true,
      firesAlone: () => true,
      firesOnce: () => false,
    });
    const wanted = places.map((place) => net.places.findIndex(({ node, flow }) => (flow ?? node) === place));
    return !wanted.includes(-1) && isReached(net, wanted.sort(ascending), budget);
  } catch (error) {
    if (error instanceof BudgetExceeded) return undefined;
    throw error;
  }
}

const ascending = (one: number, other: number) => one - other;

/** @throws {BudgetExceeded} */
function isReached(net: TokenNet, wanted: Marking, budget: WorkBudget): boolean {
  const limits = countTokens(wanted);
  const reach = findReach(net);
  let hasEnded = false;
  const onEnd = () => {
    hasEnded = true;
  };
  const fireJoins = createFireJoins(net, { mode: 'all', budget, onEnd });
  const seen = new Set<string>();
  /** By how many of the places they hold already: the most promising states come first. */
  const open: Marking[][] = Array.from({ length: limits.size + 1 }, () => []);

  function visit(marking: Marking): boolean {
    budget.spend(1 + marking.length * limits.size);
    // Events that do not interrupt could fire without end: no more tokens are looked at than the instance has.
    if ([...countTokens(marking)].some(([place, count]) => count > Math.max(1, limits.get(place) ?? 0))) return false;
    const key = `${marking}`;
    if (seen.has(key)) return false;
    seen.add(key);
    if (key === `${wanted}`) return true;
    const canStill = [...limits.keys()].every((place) => marking.some((from) => reach(from).has(place)));
    const held = [...limits.keys()].filter((place) => marking.includes(place)).length;
    if (canStill) open[held]?.push(marking);
    return false;
  }

  function take(left: Marking, paths: TokenNet['starts'][number]['paths']): boolean {
    return paths.some(({ to, ends }) => {
      const marking = ends ? [] : [...left, ...to].sort(ascending);
      // A join may hold for a moment what it then takes on.
      return `${marking}` === `${wanted}` || fireJoins(marking).some((fired) => visit(fired.marking));
    });
  }

  if (net.starts.some(({ paths }) => take([], paths))) return true;
  for (;;) {
    const marking = open.findLast((markings) => markings.length > 0)?.pop();
    if (marking === undefined) return hasEnded && wanted.length === 0;
    for (const place of new Set(marking)) {
      const without = marking.toSpliced(marking.indexOf(place), 1);
      const moves = net.moves[place] ?? [];
      if (moves.some(({ kind, paths }) => take(kind === 'beside' ? marking : without, paths))) return true;
    }
  }
}

function countTokens(marking: Marking): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const place of marking) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}

/** The places that a token at a place can come to, itself among them. */
function findReach({ moves, joins }: TokenNet): (place: number) => ReadonlySet<number> {
  const behind = new Map(joins.flatMap(({ inputs, paths }) => inputs.map((input) => [input, paths] as const)));
  const pathsFrom = (place: number) => behind.get(place) ?? moves[place]?.flatMap(({ paths }) => paths) ?? [];
  const known = new Map<number, ReadonlySet<number>>();
  return (place) => {
    const reached = known.get(place) ?? reachFrom([place], (each) => pathsFrom(each).flatMap(({ to }) => to));
    known.set(place, reached);
    return reached;
  };
}
