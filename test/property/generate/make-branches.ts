import { makeLeaf } from './make-leaf.ts';
import type { Maker, Want } from './maker.ts';
import { besideOf, type Place } from './place.ts';
import { type Block, type Branch, LEAVES, type Race, type Several } from './shape.ts';

export function makeBranch(maker: Maker, ends: boolean, place: Place, wants: readonly Want[]): Branch {
  const closing = ends ? maker.events.makeClosing(place.catchable, place.mayEnd) : undefined;
  return { ends, block: maker.makeInner(place, 0, wants), ...(closing && { closing }) };
}

export function makeRace(maker: Maker, place: Place, wants: readonly Want[]): Race {
  const merge = maker.random.chance(0.5);
  const branches = makeWays(maker, 2 + maker.random.below(2), place, wants).map((branch) => {
    const event = maker.events.makeAwaited();
    return { ...branch, event, receive: event.kind === 'message' && maker.random.chance(0.4) };
  });
  return { kind: 'race', branches, merge };
}

/** Branches of which one is taken; the first leads on. */
export function makeWays(maker: Maker, count: number, place: Place, wants: readonly Want[]): Branch[] {
  const chosen = maker.random.below(count);
  return Array.from({ length: count }, (_, index): Branch => {
    const abrupt = !place.mayEnd;
    const ends = index > 0 && maker.random.chance(abrupt ? 0.08 : 0.3);
    const closing = ends ? maker.events.makeClosing(place.catchable, !abrupt) : undefined;
    const end = { ends, ...(closing && { closing }) };
    if (ends && place.forkInLoop) return { ...end, block: [] };
    const inside = ends ? { ...place, inLoop: false } : place;
    return { ...end, block: maker.makeInner(inside, 0, index === chosen ? wants : []) };
  });
}

/** Branches that run side by side; the first leads on, and at most one of them is empty. */
export function makeForked(maker: Maker, place: Place, mayEndBeside: boolean, wants: readonly Want[]): Branch[] {
  const count = 2 + maker.random.below(2);
  const chosen = maker.random.below(count);
  const empty = maker.random.chance(0.25) ? maker.random.below(count) : -1;
  return Array.from({ length: count }, (_, index): Branch => {
    const ends = index > 0 && mayEndBeside && maker.random.chance(place.inLoop ? 0.1 : 0.2);
    const inside = { ...place, forkInLoop: place.inLoop, mayEnd: ends || place.mayEnd };
    const closing = ends ? maker.events.makeClosing(place.catchable, true) : undefined;
    const end = { ends, ...(closing && { closing }) };
    if (index === chosen) return { ...end, block: maker.makeInner(inside, 1, wants) };
    return { ...end, block: index === empty ? [] : maker.makeInner(inside, 1, []) };
  });
}

/** Tokens that come to one block each on its own, and end there. */
export function makeSeveral(maker: Maker, place: Place, wants: readonly Want[]): Several {
  const random = maker.random;
  const beside = besideOf(place);
  const ways = Array.from({ length: 2 + random.below(2) }, (): Block => {
    const kind = random.pick(['none', 'none', 'task', 'service', 'pass'] as const);
    return kind === 'none' ? [] : [makeLeaf(maker, kind, beside)];
  });
  const closing = random.chance(0.3) ? maker.events.makeThrown(place.catchable) : undefined;
  const leaf = makeLeaf(maker, random.pick(LEAVES.filter((kind) => kind !== 'link')), beside);
  const block = [...maker.makeInner(beside, 1, wants), leaf];
  return { kind: 'several', ways, block, merge: random.chance(0.3), ...(closing && { closing }) };
}
