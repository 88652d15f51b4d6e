import { NOTHING_CATCHABLE } from './event-maker.ts';
import { makeBranch } from './make-branches.ts';
import { makeSub } from './make-scopes.ts';
import type { Maker, Want } from './maker.ts';
import { addCatcher, besideOf, DEEPEST, type Place } from './place.ts';
import { type Branch, type Edge, HOSTS } from './shape.ts';

export function makeEdge(maker: Maker, place: Place, wants: readonly Want[]): Edge {
  const random = maker.random;
  const hosted = wants.find(({ kind }) => HOSTS.some((host) => host === kind) && random.chance(0.5));
  const kind =
    hosted?.kind ?? random.pick(place.depth < DEEPEST ? [...HOSTS, 'sign', 'multi'] : ['sign', ...HOSTS.slice(0, 5)]);
  const isSub = kind === 'sub' || kind === 'multi' || kind === 'call';
  const isService = kind === 'service' || kind === 'services';
  const others = wants.filter((want) => want !== hosted);
  const events = Array.from({ length: random.chance(0.4) ? 2 : 1 }, () =>
    makeEdgeEvent(maker, place, isSub, isService),
  );
  const catchable = events.reduce((sum, { event }) => addCatcher(sum, event), NOTHING_CATCHABLE);
  const host = isSub
    ? makeSub(maker, kind, place, catchable, hosted?.inside ?? [])
    : maker.makeWanted({ kind, inside: [] }, place);
  const edges = events.map(({ event, interrupting }, index) => ({
    event,
    interrupting,
    branch: makeEdgeBranch(maker, place, interrupting, index === 0 ? others : []),
  }));
  return { kind: 'edge', host, edges, merge: random.chance(0.5) };
}

function makeEdgeEvent(maker: Maker, place: Place, isSub: boolean, isService: boolean) {
  const random = maker.random;
  const thrown = isSub
    ? random.pick(['error', 'escalation', 'escalation', 'no'] as const)
    : isService
      ? random.pick(['error', 'no'] as const)
      : 'no';
  const interrupting = thrown === 'error' || random.chance(place.inLoop ? 0.8 : 0.5);
  if (thrown !== 'no') return { event: maker.events.makeCaught(thrown), interrupting };
  return { event: interrupting ? maker.events.makeAwaited() : maker.events.makeBeside(), interrupting };
}

function makeEdgeBranch(maker: Maker, place: Place, interrupting: boolean, wants: readonly Want[]): Branch {
  if (interrupting) {
    const ends = place.mayEnd && !place.forkInLoop && maker.random.chance(0.3);
    return makeBranch(maker, ends, ends ? { ...place, inLoop: false } : place, wants);
  }
  return makeBranch(maker, true, besideOf(place), wants);
}
