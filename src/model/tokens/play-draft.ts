import type { DrawnScope } from '../read/diagram.ts';
import type { Draft } from '../read/draft.ts';
import { buildNet } from './build-net.ts';
import { type Outcome, playNet } from './play-net.ts';
import type { Freedom } from './token-net.ts';
import { BudgetSpent, createWorkBudget, type WorkBudget } from './work-budget.ts';

/** Limit for one scope. */
const MAX_STATES = 2_500;

/** Limit for all scopes of a file together: a few tenths of a second. */
export const MAX_LOOKS = 1_000_000;

export interface DraftOutcome extends Omit<Outcome, 'complete'> {
  /** Scopes that could not be checked completely: their findings are valid, but there may be more. */
  readonly unchecked: readonly DrawnScope[];
  /** The work that was done. */
  readonly looks: number;
}

const known = new WeakMap<Draft, Map<Freedom, DraftOutcome>>();

/** Explores the states that tokens can reach in all scopes of the process. Cached per draft. */
export function playDraft(draft: Draft, freedom: Freedom): DraftOutcome {
  const ofDraft = known.get(draft) ?? new Map<Freedom, DraftOutcome>();
  known.set(draft, ofDraft);
  const before = ofDraft.get(freedom);
  if (before) return before;
  const budget = createWorkBudget(MAX_LOOKS);
  const outcomes = draft.diagram.scopes.map((scope) => ({ scope, ...playScope(scope, draft, freedom, budget) }));
  const outcome: DraftOutcome = {
    crowds: outcomes.flatMap(({ crowds }) => crowds),
    stuck: outcomes.flatMap(({ stuck }) => stuck),
    taken: outcomes.flatMap(({ taken }) => taken),
    unchecked: outcomes.flatMap(({ scope, complete }) => (complete ? [] : [scope])),
    looks: budget.spent,
  };
  ofDraft.set(freedom, outcome);
  return outcome;
}

const NOTHING: Outcome = { crowds: [], stuck: [], taken: [], complete: true };

/** Whether events can change the result of mode `people`; otherwise there is nothing more to explore. */
function isInterruptedBeforeJoin({ nodes }: DrawnScope): boolean {
  const hasJoin = nodes.some(({ type, incoming }) => type === 'bpmn:ParallelGateway' && incoming.length > 1);
  return hasJoin && nodes.some(({ boundaries }) => boundaries.length > 0);
}

function playScope(scope: DrawnScope, draft: Draft, freedom: Freedom, budget: WorkBudget): Outcome {
  if (freedom === 'events' && !isInterruptedBeforeJoin(scope)) return NOTHING;
  try {
    return playNet(buildNet(scope, { draft, freedom, budget }), { freedom, maxStates: MAX_STATES, budget });
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return { crowds: [], stuck: [], taken: [], complete: false };
  }
}
