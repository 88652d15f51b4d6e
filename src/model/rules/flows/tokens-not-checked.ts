import { findStarvedJoins } from '../../tokens/find-starved-joins.ts';
import { playDraft } from '../../tokens/play-draft.ts';
import type { Rule } from '../rule.ts';

/** What `join-may-wait-forever` and `opened-for-each-token` could not look at to the end. */
export const tokensNotChecked: Rule = {
  name: 'tokens-not-checked',
  check: (draft) => {
    const outcomes = [
      playDraft(draft, 'all'),
      playDraft(draft, 'people'),
      playDraft(draft, 'events'),
      findStarvedJoins(draft),
    ];
    const scopes = new Set(outcomes.flatMap(({ unchecked }) => unchecked));
    return [...scopes].map(({ id, name, kind }) => ({
      severity: 'warning',
      elementId: id,
      reason: `The ${kind} "${name}" has too many ways for its tokens to look at all of them, so it could not be checked whether a join may wait for ever.`,
      remedy: 'Try out the ways that matter; drawing parts of it as sub-processes makes it small enough to check.',
    }));
  },
};
