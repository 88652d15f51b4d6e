import { LANES, PASSING_TYPES, SERVICE_TYPES } from '../draw/graph.ts';
import { makeCrowd, makeSigning } from './make-signing.ts';
import type { Maker } from './maker.ts';
import type { Place } from './place.ts';
import type { LeafKind, Part } from './shape.ts';

/** Signers or voters of whom there are many. */
export function makeCrowded({ sharing }: Maker): Part {
  if (sharing.chance(0.6)) return { kind: 'sign', loop: makeCrowd(sharing, 'sign') };
  const branches = [
    { ends: false, block: [] },
    { ends: true, block: [{ kind: 'task' }] },
  ] as const;
  return { kind: 'vote', loop: makeCrowd(sharing, 'vote'), branches, merge: false };
}

/** A part that holds no others. */
export function makeLeaf(maker: Maker, kind: LeafKind, place: Place): Part {
  const random = maker.random;
  switch (kind) {
    case 'task': {
      const who = maker.data.random.chance(0.2) ? 'who1' : undefined;
      return { kind, ...(who && { who }) };
    }
    case 'link':
      return { kind };
    case 'lane':
      return { kind, lane: random.pick(LANES) };
    case 'compute': {
      const loop = makeSigning(maker, 'compute');
      return { kind, ...(random.chance(0.4) && { loop }) };
    }
    case 'pass':
      return { kind, element: random.pick(PASSING_TYPES) };
    case 'service':
      return { kind, element: random.pick(SERVICE_TYPES) };
    case 'services':
      return { kind, element: random.pick(SERVICE_TYPES), loop: makeSigning(maker, kind) };
    case 'sign':
      return { kind, loop: makeSigning(maker, kind) };
    case 'catch':
      return { kind, event: maker.events.makeAwaited() };
    case 'receive':
      return { kind, event: maker.events.makeAwaited(['message']) };
    case 'throw':
      return { kind, event: random.chance(0.15) ? undefined : maker.events.makeThrown(place.catchable) };
    case 'looped': {
      const [flag, bounded] = random.pick([
        [true, false],
        [true, true],
        [false, true],
      ] as const);
      const reads = flag && maker.data.random.chance(0.5) ? maker.data.makeCondition(false) : undefined;
      const bound = { testBefore: random.chance(0.4), ...(bounded && { maximum: 1 + random.below(3) }) };
      return { kind, flag, ...(reads && { reads }), ...bound };
    }
  }
}
