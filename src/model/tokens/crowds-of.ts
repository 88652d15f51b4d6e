import type { Draft } from '../read/draft.ts';
import { buildNet } from './build-net.ts';
import { type Crowd, findCrowds, type Game } from './explore-net.ts';

/** A tenth of a second at the worst; a scope with more states is looked at only so far. */
const MAX_STATES = 4_000;

const known = new WeakMap<Draft, Map<Game['freedom'], readonly Crowd[]>>();

/** Where two tokens can be at once, in any scope of the process. Worked out once for all rules. */
export function crowdsOf(draft: Draft, freedom: Game['freedom']): readonly Crowd[] {
  const ofDraft = known.get(draft) ?? new Map<Game['freedom'], readonly Crowd[]>();
  known.set(draft, ofDraft);
  const before = ofDraft.get(freedom);
  if (before) return before;
  const crowds = draft.drawing.scopes.flatMap((scope) => {
    const net = buildNet(scope, draft);
    return net === undefined ? [] : findCrowds(net, { freedom, maxStates: MAX_STATES });
  });
  ofDraft.set(freedom, crowds);
  return crowds;
}

/** What brought two tokens to one place, in words. */
export function describeCauses({ first, second }: Crowd): string {
  return first === second ? `after "${first.name}" each time` : `one after "${first.name}", one after "${second.name}"`;
}
