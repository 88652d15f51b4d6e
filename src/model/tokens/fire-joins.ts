import type { GraphNode } from '../../net/graph.ts';
import { isAwaited, type WaysInto, waysInto } from '../../net/inclusive-rule.ts';
import type { ExploreMode, Join, Marking, TokenNet, TokenPath } from './token-net.ts';
import type { WorkBudget } from './work-budget.ts';

export interface FiredMarking {
  readonly marking: Marking;
  /** The decisions of conditions after the joins that fired. */
  readonly decisions: TokenPath['decisions'];
}

interface FireOptions {
  readonly mode: ExploreMode;
  readonly budget: WorkBudget;
  /** Called if a terminate end event removes the remaining tokens. */
  readonly onEnd: (end: GraphNode, left: Marking) => void;
}

/** Fires the joins of a marking until none can fire; returns one marking per combination of paths. */
export function createFireJoins(
  net: TokenNet,
  { mode, budget, onEnd }: FireOptions,
): (marking: Marking) => readonly FiredMarking[] {
  const waysFrom = createWays(net, budget);
  const inOrder = [
    ...net.joins.filter(isParallel),
    ...net.joins.filter(({ node }) => node.type === 'bpmn:InclusiveGateway'),
  ];
  const orderOfInput = new Map(inOrder.flatMap(({ inputs }, order) => inputs.map((input) => [input, order] as const)));
  const inputCount = net.joins.reduce((count, { inputs }) => count + inputs.length, 0);

  /** The next join that can fire, and the inputs that it consumes; undefined if all joins wait. */
  function inputsOf(marking: Marking): { readonly join: Join; readonly inputs: readonly number[] } | undefined {
    budget.spend(inputCount + marking.length);
    for (const [join, filled] of filledJoins(marking)) {
      if (isParallel(join) ? filled.length === join.inputs.length : !isWaiting(join, filled, marking))
        return { join, inputs: filled };
    }
    return undefined;
  }

  /** The joins with tokens, parallel ones first, and their filled inputs. Iterates over the marking, because few joins have tokens. */
  function filledJoins(marking: Marking): readonly (readonly [Join, readonly number[]])[] {
    const filled = new Map<number, number[]>();
    for (const [at, place] of marking.entries()) {
      const order = orderOfInput.get(place);
      if (order === undefined || place === marking[at - 1]) continue;
      const inputs = filled.get(order);
      if (inputs === undefined) filled.set(order, [place]);
      else inputs.push(place);
    }
    const sorted = [...filled].sort(([one], [other]) => one - other);
    return sorted.flatMap(([order, inputs]) => {
      const join = inOrder[order];
      return join === undefined ? [] : [[join, inputs] as const];
    });
  }

  function isWaiting(join: Join, filled: readonly number[], marking: Marking): boolean {
    return marking.some((index) => {
      const ways = waysFrom(join, index);
      budget.spend(ways.length);
      return isAwaited(ways, (input) => filled.includes(input));
    });
  }

  return (marking) => {
    const fired: FiredMarking[] = [];
    const seen = new Set<string>();
    // Joins that lead to each other without a wait could fire forever, so each marking is fired once.
    const open: FiredMarking[] = [{ marking, decisions: NOTHING_DECIDED }];
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      const key = `${from.marking}|${[...from.decisions].join(';')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const next = inputsOf(from.marking);
      if (next === undefined) fired.push(from);
      else {
        budget.spend(next.join.paths.length * (1 + from.marking.length));
        open.push(...fire(from, next, { net, mode, onEnd }).toReversed());
      }
    }
    return fired;
  };
}

function isParallel({ node }: Join): boolean {
  return node.type === 'bpmn:ParallelGateway';
}

const NOTHING_DECIDED: TokenPath['decisions'] = new Map();

function fire(
  { marking, decisions }: FiredMarking,
  { join, inputs }: { readonly join: Join; readonly inputs: readonly number[] },
  { net, mode, onEnd }: Pick<FireOptions, 'mode' | 'onEnd'> & { readonly net: TokenNet },
): readonly FiredMarking[] {
  const left = [...marking];
  for (const input of inputs) left.splice(left.indexOf(input), 1);
  return join.paths.flatMap((path) => {
    if (path.ends) {
      onEnd(path.ends, left);
      return [];
    }
    // In mode `all` conditions are evaluated anew each time, so decisions are not recorded.
    const made = mode === 'all' ? NOTHING_DECIDED : new Map([...decisions, ...path.decisions]);
    if (made.size > 1) return [];
    return [{ marking: putTokens(net, left, path), decisions: made }];
  });
}

/** Adds the tokens of a path, with the boundary events that wait beside them. */
export function putTokens({ armed }: TokenNet, marking: Marking, { to }: TokenPath): Marking {
  const events = to.flatMap((place) => armed.get(place) ?? []);
  return [...marking, ...to, ...events].sort((a, b) => a - b);
}

/** The places of the flows of a join that a token can come to. */
function createWays(net: TokenNet, budget: WorkBudget): (join: Join, index: number) => WaysInto<number> {
  const known = new Map<Join, Map<number, WaysInto<number>>>();
  const inputs = new Map(net.places.flatMap(({ flow }, index) => (flow ? [[flow.id, index] as const] : [])));
  return (join, index) => {
    const ofJoin = known.get(join) ?? new Map<number, WaysInto<number>>();
    if (ofJoin.size === 0) budget.spend(net.scope.nodes.length * join.inputs.length);
    known.set(join, ofJoin);
    const before = ofJoin.get(index);
    if (before) return before;
    const place = net.places[index];
    const ways = place === undefined || place.armed ? [] : waysInto(join.node, place.flow ?? place.node);
    const found = ways.map((flows) => flows.flatMap(({ id }) => inputs.get(id) ?? []));
    budget.spend(1 + ways.length);
    ofJoin.set(index, found);
    return found;
  };
}
