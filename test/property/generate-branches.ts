import type { Maker, Want } from './generate-maker.ts';
import type { Place } from './generate-place.ts';
import type { Branch, Race } from './shape.ts';

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
    const ends = index > 0 && mayEndBeside && !place.inLoop && maker.random.chance(0.2);
    const inside = { ...place, forkInLoop: place.inLoop, mayEnd: ends || place.mayEnd };
    const closing = ends ? maker.events.makeClosing(place.catchable, true) : undefined;
    const end = { ends, ...(closing && { closing }) };
    if (index === chosen) return { ...end, block: maker.makeInner(inside, 1, wants) };
    return { ...end, block: index === empty ? [] : maker.makeInner(inside, 1, []) };
  });
}
