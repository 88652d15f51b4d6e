import { findStarvedJoins, type StarvedJoin } from '../tokens/find-starved-joins.ts';
import { playDraft } from '../tokens/play-draft.ts';
import type { Stuck } from '../tokens/play-net.ts';
import type { Finding, Rule } from './rule.ts';

/**
 * A parallel gateway that all tokens reach through one split that takes a single way, and whose inbound flows are not
 * all reached on each of those ways; and one that what people press can leave with a token and nothing to come. The
 * plain engine hides it by counting ways not taken as arrived.
 */
export const joinMayWaitForever: Rule = {
  name: 'join-may-wait-forever',
  check(draft) {
    const { starved } = findStarvedJoins(draft);
    const { stuck } = playDraft(draft, 'people');
    const others = stuck.filter(({ join }) => !starved.some((each) => each.join === join));
    return [...starved.map(blameSplit), ...others.map(blameTrail)];
  },
};

function blameSplit({ join, split }: StarvedJoin): Finding {
  return {
    severity: 'warning',
    elementId: join.id,
    reason: `The parallel gateway "${join.name}" waits for all of its flows, but "${split.name}" before it takes only one way, so it waits for ever.`,
    remedy: 'Join what an exclusive or event-based gateway split with an exclusive gateway.',
  };
}

function blameTrail({ join, trail }: Stuck): Finding {
  const names = trail.map(({ name }) => `"${name}"`);
  const when = names.length === 0 ? 'from the start' : `for example after ${names.join(', ')}`;
  return {
    severity: 'warning',
    elementId: join.id,
    reason: `The gateway "${join.name}" can hold a token while nothing else is left, ${when}: it waits for ever, and the process does not end.`,
    remedy: 'Send exactly one token to each of its flows, or let tokens that are not to be joined go to an end event.',
  };
}
