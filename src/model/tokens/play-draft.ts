import type { Draft } from '../read/draft.ts';
import { buildNet } from './build-net.ts';
import { type Game, type Outcome, playNet } from './play-net.ts';

/** A tenth of a second or so at the worst; of a scope with more states the rest is not looked at. */
const MAX_STATES = 2_500;

const known = new WeakMap<Draft, Map<Game['freedom'], Outcome>>();

/** What tokens can come to in any scope of the process. Worked out once for all rules. */
export function playDraft(draft: Draft, freedom: Game['freedom']): Outcome {
  const ofDraft = known.get(draft) ?? new Map<Game['freedom'], Outcome>();
  known.set(draft, ofDraft);
  const before = ofDraft.get(freedom);
  if (before) return before;
  const outcomes = draft.drawing.scopes.flatMap((scope) => {
    const net = buildNet(scope, draft);
    return net === undefined ? [] : playNet(net, { freedom, maxStates: MAX_STATES });
  });
  const outcome: Outcome = {
    crowds: outcomes.flatMap(({ crowds }) => crowds),
    stuck: outcomes.flatMap(({ stuck }) => stuck),
  };
  ofDraft.set(freedom, outcome);
  return outcome;
}
