import type { Flow, FlowNode } from '../read/diagram.ts';
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
  readonly onEnd: (end: FlowNode, left: Marking) => void;
}

/** Fires the joins of a marking until none can fire; returns one marking per combination of paths. */
export function createFireJoins(
  net: TokenNet,
  { mode, budget, onEnd }: FireOptions,
): (marking: Marking) => readonly FiredMarking[] {
  const reaches = createReaches(net, budget);
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
      if (isParallel(join) ? filled.length === join.inputs.length : !mayStillCome(join, filled, marking))
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

  /** BPMN 2.0, 10.6.3, as in `releaseInclusiveJoins` of the plugin. */
  function mayStillCome(join: Join, filled: readonly number[], marking: Marking): boolean {
    return marking.some((index) => {
      const { anyway, byFlow } = reaches(join, index);
      budget.spend(anyway.length);
      return anyway.some((input) => !filled.includes(input)) && !byFlow.some((input) => filled.includes(input));
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
    const armed = path.to.flatMap((place) => net.armed.get(place) ?? []);
    const next = [...left, ...path.to, ...armed].sort((a, b) => a - b);
    return [{ marking: next, decisions: made }];
  });
}

/** The inputs of a join that a token can reach without passing the join. */
interface Reach {
  /** By flows and boundary events. */
  readonly anyway: readonly number[];
  readonly byFlow: readonly number[];
}

const NOWHERE: Reach = { anyway: [], byFlow: [] };

function createReaches(net: TokenNet, budget: WorkBudget): (join: Join, place: number) => Reach {
  const known = new Map<Join, Map<number, Reach>>(net.joins.map((join) => [join, new Map()]));
  return (join, index) => {
    const before = known.get(join)?.get(index);
    if (before) return before;
    const place = net.places[index];
    const counts = place !== undefined && place.armed === undefined && place.node !== join.node;
    const find = (overBoundaries: boolean) =>
      place === undefined ? [] : findInputs(net, join, { from: place.node, overBoundaries, budget });
    const reach = counts ? { anyway: find(true), byFlow: find(false) } : NOWHERE;
    known.get(join)?.set(index, reach);
    return reach;
  };
}

interface Search {
  readonly from: FlowNode;
  readonly overBoundaries: boolean;
  readonly budget: WorkBudget;
}

function findInputs(net: TokenNet, join: Join, { from, overBoundaries, budget }: Search): readonly number[] {
  const flows = new Set<Flow>();
  const passed = new Set<FlowNode>();
  const open = [from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (passed.has(node)) continue;
    passed.add(node);
    budget.spend(1 + node.outgoing.length);
    for (const flow of node.outgoing) {
      if (flow.target === join.node) flows.add(flow);
      else open.push(flow.target);
    }
    if (overBoundaries) open.push(...node.boundaries);
  }
  return join.inputs.filter((input) => {
    const { flow } = net.places[input] ?? {};
    return flow !== undefined && flows.has(flow);
  });
}
