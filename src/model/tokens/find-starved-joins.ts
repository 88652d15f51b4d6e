import { type GraphFlow, type GraphNode, type GraphScope, startsOf } from '../../net/graph.ts';
import type { DrawnScope } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { MAX_VISITS } from './explore-draft.ts';
import { findDominators, nextOf } from './find-dominators.ts';
import { BudgetExceeded, createWorkBudget, type WorkBudget } from './work-budget.ts';

/** A parallel gateway that waits forever, because a split before it takes only one flow, which does not reach all inputs. */
export interface StarvedJoin {
  readonly join: GraphNode;
  readonly split: GraphNode;
}

export interface StarvedJoins {
  readonly starved: readonly StarvedJoin[];
  /** Scopes that could not be checked completely. */
  readonly unchecked: readonly DrawnScope[];
}

const known = new WeakMap<Draft, StarvedJoins>();

/** The result is cached per draft, because several rules use it. */
export function findStarvedJoins(draft: Draft): StarvedJoins {
  const before = known.get(draft);
  if (before) return before;
  const budget = createWorkBudget(MAX_VISITS);
  const unchecked: DrawnScope[] = [];
  const starved: StarvedJoin[] = [];
  for (const scope of draft.diagram.scopes) {
    try {
      for (const found of findIn(scope, budget)) starved.push(found);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      unchecked.push(scope);
    }
  }
  const found = { starved, unchecked };
  known.set(draft, found);
  return found;
}

function* findIn(scope: GraphScope, budget: WorkBudget): Generator<StarvedJoin> {
  const { nodes } = scope;
  const joins = nodes.filter(({ type, incoming }) => type === 'bpmn:ParallelGateway' && incoming.length > 1);
  const dominators = findDominators(startsOf(scope));
  const numbers = new Map(nodes.map((node, index) => [node, index]));
  for (const join of joins) {
    const passed: GraphNode[] = [];
    for (let at = dominators.get(join); at !== undefined; at = dominators.get(at)) passed.push(at);
    budget.spend(passed.length);
    const splits = passed.filter(({ type, outgoing }) => TAKES_ONE.has(type) && outgoing.length > 1);
    splits.sort((one, other) => (numbers.get(one) ?? 0) - (numbers.get(other) ?? 0));
    const split = splits.find((each) => starves(each, join, budget));
    if (split !== undefined) yield { join, split };
  }
}

const TAKES_ONE = new Set(['bpmn:ExclusiveGateway', 'bpmn:EventBasedGateway']);

function starves(split: GraphNode, join: GraphNode, budget: WorkBudget): boolean {
  return split.outgoing.some((flow) => {
    const fed = countFed(flow, split, join, budget);
    return fed > 0 && fed < join.incoming.length;
  });
}

/** How many inputs of the join a token can reach after it leaves the split by this flow, without passing either again. */
function countFed(flow: GraphFlow, split: GraphNode, join: GraphNode, budget: WorkBudget): number {
  const reached = new Set<GraphNode>();
  const open = [flow.target];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node) || node === split || node === join) continue;
    reached.add(node);
    budget.spend(1 + node.outgoing.length);
    open.push(...nextOf(node));
  }
  return join.incoming.filter((each) => each === flow || reached.has(each.source)).length;
}
