import {
  type GraphFlow,
  type GraphNode,
  type GraphScope,
  isJoin,
  type NodeKind,
  reachFrom,
  startsOf,
} from '../../net/graph.ts';
import type { DrawnScope } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { MAX_VISITS } from './explore-draft.ts';
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
  const joins = scope.nodes.filter((node) => node.kind === 'parallel' && isJoin(node));
  const splits = scope.nodes.filter(({ kind, outgoing }) => TAKE_ONE.has(kind) && outgoing.length > 1);
  const avoiding = (joins.length === 0 ? [] : splits).map((split) => ({
    split,
    others: reachWithout(split, scope, budget),
  }));
  for (const join of joins) {
    const found = avoiding.find(({ split, others }) => !others.has(join) && starves(split, join, budget));
    if (found) yield { join, split: found.split };
  }
}

const TAKE_ONE: ReadonlySet<NodeKind> = new Set(['exclusive', 'event-based']);

/** What is reached by paths that do not pass a split. */
function reachWithout(split: GraphNode, scope: GraphScope, budget: WorkBudget): ReadonlySet<GraphNode> {
  return reachFrom(startsOf(scope), (node) => {
    budget.spend(1);
    return node === split ? [] : nextOf(node);
  });
}

function starves(split: GraphNode, join: GraphNode, budget: WorkBudget): boolean {
  return split.outgoing.some((flow) => {
    const fed = countFed(flow, split, join, budget);
    return fed > 0 && fed < join.incoming.length;
  });
}

/** How many inputs of the join a token can reach after it leaves the split by this flow, without passing either again. */
function countFed(flow: GraphFlow, split: GraphNode, join: GraphNode, budget: WorkBudget): number {
  const isBetween = (node: GraphNode) => node !== split && node !== join;
  const reached = reachFrom([flow.target].filter(isBetween), (node) => {
    budget.spend(1 + node.outgoing.length);
    return nextOf(node).filter(isBetween);
  });
  return join.incoming.filter((each) => each === flow || reached.has(each.source)).length;
}

function nextOf({ boundaries, outgoing }: GraphNode): readonly GraphNode[] {
  return [...boundaries, ...outgoing.map(({ target }) => target)];
}
