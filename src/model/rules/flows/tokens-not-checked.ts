import { exploreDraft } from '../../tokens/explore-draft.ts';
import { findStarvedJoins } from '../../tokens/find-starved-joins.ts';
import type { Rule } from '../rule.ts';

/** Scopes that `join-may-wait-forever` and `opened-for-each-token` could not check completely. */
export const tokensNotChecked: Rule = {
  name: 'tokens-not-checked',
  check: (draft) => {
    const outcomes = [
      exploreDraft(draft, 'all'),
      exploreDraft(draft, 'people'),
      exploreDraft(draft, 'events'),
      findStarvedJoins(draft),
    ];
    const scopes = new Set(outcomes.flatMap(({ unchecked }) => unchecked));
    return [...scopes].map(({ id, name, kind }) => ({
      severity: 'warning',
      elementId: id,
      reason: `The ${kind} "${name}" has too many possible paths for its tokens to check them all, so a join in it may wait forever unnoticed.`,
      remedy: 'Test the paths that matter, or draw parts of it as sub-processes so that it is small enough to check.',
    }));
  },
};
