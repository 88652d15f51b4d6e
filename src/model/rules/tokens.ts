import { type GraphNode, type GraphScope, isEventSubProcess } from '../../net/graph.ts';
import { exploreDraft } from '../tokens/explore-draft.ts';
import type { SecondToken, StuckJoin } from '../tokens/explore-states.ts';
import { findStarvedJoins, type StarvedJoin } from '../tokens/find-starved-joins.ts';
import type { Finding, Rule } from './rule.ts';

/**
 * Reports parallel gateways that may wait forever for a token:
 * - a sequence of presses leaves a token at the join and no other token can arrive: an error, or a warning if an event
 *   could still remove the token or bring the missing one;
 * - a split before the join takes only one of its flows, and no single flow leads to all inbound flows of the join;
 * - an event can lead a token past the join, or one more to it: a warning, because the event may never occur.
 *
 * bpmn-engine hides such joins, because it counts flows that were not taken as arrived.
 */
const joinMayWaitForever: Rule = {
  name: 'join-may-wait-forever',
  severity: 'error',
  says: 'a parallel gateway waits for branches of which a split before it takes only one, or for a token that never comes; a warning if this is not certain, or if an event could remove its token, lead one past it or one more to it',
  remedy: 'Send exactly one token to each of its flows, or lead the tokens that should not be joined to an end event.',
  check(draft) {
    const { starved } = findStarvedJoins(draft);
    const { stuck } = exploreDraft(draft, 'people');
    const isStuck = new Map(stuck.map((each) => [each.join, each]));
    const isStarved = new Set(starved.map(({ join }) => join));
    const others = stuck.filter(({ join }) => !isStarved.has(join));
    const byEvents = exploreDraft(draft, 'events').stuck.filter(
      ({ join }) => !isStarved.has(join) && !isStuck.has(join),
    );
    return [
      ...starved.map((each) => ({ ...explainStarved(each), severity: severityOf(isStuck.get(each.join)) })),
      ...others.map((each) => ({ ...explainStuck(each), severity: severityOf(each) })),
      ...byEvents.map((each) => ({ ...explainStuck(each), severity: 'warning' as const, remedy: remedyFor(each) })),
    ];
  },
};

/** An error if no event could bring the missing token or remove the waiting one. */
function severityOf(stuck: StuckJoin | undefined): 'error' | 'warning' {
  const scope = stuck?.join.scope;
  return scope === undefined || scope.nodes.some(isBoundaryEvent) || hasEventHandlers(scope) ? 'warning' : 'error';
}

function hasEventHandlers({ nodes, node }: GraphScope): boolean {
  if (nodes.some(isEventSubProcess)) return true;
  return node !== undefined && (node.boundaries.length > 0 || hasEventHandlers(node.scope));
}

function isBoundaryEvent({ kind }: GraphNode): boolean {
  return kind === 'boundary';
}

function explainStarved({ join, split }: StarvedJoin): Finding {
  return {
    elementId: join.id,
    reason: `The parallel gateway "${join.name}" waits for all of its flows, but "${split.name}" before it takes only one of its flows, so the join waits forever.`,
    remedy: 'Use an exclusive gateway to join the branches of an exclusive or event-based gateway.',
  };
}

const LEAD_BACK =
  'Lead the path from the event to the join too, through an exclusive gateway before the join; or end everything with a terminate end event; or attach the event to a sub-process around all joined branches.';

/** A non-interrupting event adds a token that nothing else at the join matches. */
function remedyFor({ trail }: StuckJoin): string {
  const extra = trail.find((node) => isBoundaryEvent(node) && node.nonInterrupting);
  if (extra === undefined) return LEAD_BACK;
  return `Lead the path from "${extra.name}" to an end event of its own, or join it by an inclusive gateway: the event adds a token, and the join waits for one from each of its flows again.`;
}

function explainStuck({ join, trail }: StuckJoin): Finding {
  const names = trail.map(({ name }) => `"${name}"`);
  const when = names.length === 0 ? 'from the start' : `for example after ${names.join(', ')}`;
  return {
    elementId: join.id,
    reason: `The gateway "${join.name}" can hold a token when nothing else is left to happen, ${when}: it then waits forever, and the process does not end.`,
  };
}

/**
 * A second token can reach a node that is still open for the first, so the node is opened again, as BPMN 2.0 requires.
 * Often a join is missing, and people would see a task twice. Services are not reported.
 */
const openedForEachToken: Rule = {
  name: 'opened-for-each-token',
  severity: 'warning',
  says: 'a second token can reach a node that is open for another token; it is opened once more',
  remedy: 'Join the branches with a parallel gateway before it if it should be opened only once; otherwise leave it.',
  check: (draft) =>
    exploreDraft(draft, 'all').secondTokens.flatMap((crowd) => {
      const node = crowd.place.flow ? undefined : crowd.place.members.find(staysOpen);
      if (node === undefined) return [];
      return {
        elementId: node.id,
        reason: `Two tokens can reach "${node.name}", ${describeCauses(crowd)}: it is opened once for each of them.`,
      };
    }),
};

const OPEN: ReadonlySet<string> = new Set([
  'bpmn:UserTask',
  'bpmn:ReceiveTask',
  'bpmn:SubProcess',
  'bpmn:CallActivity',
  'bpmn:IntermediateCatchEvent',
  'bpmn:EventBasedGateway',
]);

function staysOpen({ type }: GraphNode): boolean {
  return OPEN.has(type);
}

function describeCauses({ first, second }: SecondToken): string {
  return first === second ? `after "${first.name}" each time` : `one after "${first.name}", one after "${second.name}"`;
}

/** Scopes that `join-may-wait-forever` and `opened-for-each-token` could not check completely. */
const tokensNotChecked: Rule = {
  name: 'tokens-not-checked',
  severity: 'warning',
  says: 'a process or sub-process has too many token paths to check them all',
  remedy: 'Test the paths that matter, or draw parts of it as sub-processes so that it is small enough to check.',
  check: (draft) => {
    const outcomes = [
      exploreDraft(draft, 'all'),
      exploreDraft(draft, 'people'),
      exploreDraft(draft, 'events'),
      findStarvedJoins(draft),
    ];
    const scopes = new Set(outcomes.flatMap(({ unchecked }) => unchecked));
    return [...scopes].map(({ id, name, kind }) => ({
      elementId: id,
      reason: `The ${kind} "${name}" has too many possible paths for its tokens to check them all, so a join in it may wait forever unnoticed.`,
    }));
  },
};

export const TOKEN_RULES: readonly Rule[] = [joinMayWaitForever, openedForEachToken, tokensNotChecked];
