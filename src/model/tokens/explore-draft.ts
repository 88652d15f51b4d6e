import type { DrawnScope } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { buildNet } from './build-net.ts';
import { exploreStates, type Outcome } from './explore-states.ts';
import type { ExploreMode } from './token-net.ts';
import { BudgetExceeded, createWorkBudget, type WorkBudget } from './work-budget.ts';

/** Limit for one scope. */
const MAX_STATES = 2_500;

/** Limit for all scopes of a file together: a few tenths of a second. */
export const MAX_VISITS = 1_000_000;

export interface DraftOutcome extends Omit<Outcome, 'complete'> {
  /** Scopes that could not be checked completely: their findings are valid, but there may be more. */
  readonly unchecked: readonly DrawnScope[];
  /** The work that was done. */
  readonly visits: number;
}

const known = new WeakMap<Draft, Map<ExploreMode, DraftOutcome>>();

/** Explores the states that tokens can reach in all scopes of the process. Cached per draft. */
export function exploreDraft(draft: Draft, mode: ExploreMode): DraftOutcome {
  const ofDraft = known.get(draft) ?? new Map<ExploreMode, DraftOutcome>();
  known.set(draft, ofDraft);
  const before = ofDraft.get(mode);
  if (before) return before;
  const budget = createWorkBudget(MAX_VISITS);
  const outcomes = draft.diagram.scopes.map((scope) => ({ scope, ...exploreScope(scope, draft, mode, budget) }));
  const outcome: DraftOutcome = {
    secondTokens: outcomes.flatMap(({ secondTokens }) => secondTokens),
    stuck: outcomes.flatMap(({ stuck }) => stuck),
    ended: outcomes.flatMap(({ ended }) => ended),
    unchecked: outcomes.flatMap(({ scope, complete }) => (complete ? [] : [scope])),
    visits: budget.spent,
  };
  ofDraft.set(mode, outcome);
  return outcome;
}

const NOTHING: Outcome = { secondTokens: [], stuck: [], ended: [], complete: true };

/** Whether events can change the result of mode `people`; otherwise there is nothing more to explore. */
function isInterruptedBeforeJoin({ nodes }: DrawnScope): boolean {
  const hasJoin = nodes.some(({ type, incoming }) => type === 'bpmn:ParallelGateway' && incoming.length > 1);
  return hasJoin && nodes.some(({ boundaries }) => boundaries.length > 0);
}

function exploreScope(scope: DrawnScope, draft: Draft, mode: ExploreMode, budget: WorkBudget): Outcome {
  if (mode === 'events' && !isInterruptedBeforeJoin(scope)) return NOTHING;
  try {
    return exploreStates(buildNet(scope, { draft, mode, budget }), { mode, maxStates: MAX_STATES, budget });
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return { secondTokens: [], stuck: [], ended: [], complete: false };
  }
}
