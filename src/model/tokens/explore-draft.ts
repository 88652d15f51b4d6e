import type { GraphNode } from '../../net/graph.ts';
import { textOf } from '../moddle/moddle-element.ts';
import type { DrawnScope } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { isDirectlyBefore } from '../read/read-routing.ts';
import { buildNet } from './build-net.ts';
import { type Exploration, exploreStates } from './explore-states.ts';
import { type PathSearch, waitsAt } from './find-paths.ts';
import { createFiresAlone } from './fires-alone.ts';
import { shortenChains } from './shorten-chains.ts';
import type { ExploreMode } from './token-net.ts';
import { BudgetExceeded, createWorkBudget, type WorkBudget } from './work-budget.ts';

/** Limit for one scope. */
const MAX_STATES = 2_500;

/** Limit for all scopes of a file together: a few tenths of a second. */
export const MAX_VISITS = 1_000_000;

export interface DraftExploration extends Omit<Exploration, 'complete'> {
  /** Scopes that could not be checked completely: their findings are valid, but there may be more. */
  readonly unchecked: readonly DrawnScope[];
  /** The work that was done. */
  readonly visits: number;
}

const known = new WeakMap<Draft, Map<ExploreMode, DraftExploration>>();

/** Explores the states that tokens can reach in all scopes of the process. Cached per draft. */
export function exploreDraft(draft: Draft, mode: ExploreMode): DraftExploration {
  const ofDraft = known.get(draft) ?? new Map<ExploreMode, DraftExploration>();
  known.set(draft, ofDraft);
  const before = ofDraft.get(mode);
  if (before) return before;
  const budget = createWorkBudget(MAX_VISITS);
  const explored = draft.diagram.scopes.map((scope) => ({ scope, ...exploreScope(scope, draft, mode, budget) }));
  const exploration: DraftExploration = {
    secondTokens: explored.flatMap(({ secondTokens }) => secondTokens),
    stuck: explored.flatMap(({ stuck }) => stuck),
    ended: explored.flatMap(({ ended }) => ended),
    unchecked: explored.flatMap(({ scope, complete }) => (complete ? [] : [scope])),
    visits: budget.spent,
  };
  ofDraft.set(mode, exploration);
  return exploration;
}

const NOTHING: Exploration = { secondTokens: [], stuck: [], ended: [], complete: true };

/** Whether events can change the result of mode `people`; otherwise there is nothing more to explore. */
function isInterruptedBeforeJoin({ nodes }: DrawnScope): boolean {
  const hasJoin = nodes.some(({ type, incoming }) => type === 'bpmn:ParallelGateway' && incoming.length > 1);
  return hasJoin && nodes.some(({ boundaries }) => boundaries.length > 0);
}

function exploreScope(scope: DrawnScope, draft: Draft, mode: ExploreMode, budget: WorkBudget): Exploration {
  if (mode === 'events' && !isInterruptedBeforeJoin(scope)) return NOTHING;
  try {
    return exploreStates(shortenChains(buildNet(scope, searchIn(draft, mode, budget))), {
      mode,
      maxStates: MAX_STATES,
      budget,
    });
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return { secondTokens: [], stuck: [], ended: [], complete: false };
  }
}

function searchIn(draft: Draft, mode: ExploreMode, budget: WorkBudget): PathSearch {
  const { diagram, routings } = draft;
  const firesAlone = mode === 'events' ? createFiresAlone(draft) : () => true;
  return {
    ...{ graph: diagram, mode, budget, waitsAt, firesAlone, firesOnce },
    // Directly, or by setting the variable that its conditions test.
    isPressed({ id }) {
      const kind = routings.get(id)?.kind;
      const gateway = diagram.nodes.get(id);
      if (kind !== 'variable' || gateway === undefined) return kind === 'press' || kind === 'votes';
      return gateway.incoming.every(({ source }) => isDirectlyBefore(source, gateway));
    },
    conditionOf({ id }) {
      const condition = diagram.flows.get(id)?.condition;
      return `${textOf(condition, 'language')} ${textOf(condition, 'body')}`;
    },
  };
}

/**
 * Timers without a cycle fire once. Messages, signals, conditions, cycles and events with several definitions may fire
 * repeatedly. An escalation is treated as firing once, although a sub-process could throw it twice.
 */
function firesOnce({ events: [event, ...others] }: GraphNode): boolean {
  if (event === undefined || others.length > 0) return false;
  return event.kind === 'escalation' || (event.kind === 'timer' && !event.repeats);
}
