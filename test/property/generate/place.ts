import type { Catchable } from './event-maker.ts';
import { NOTHING_CATCHABLE } from './event-maker.ts';
import type { Aside, Part } from './shape.ts';

/** What the surroundings of a block allow. */
export interface Place {
  readonly depth: number;
  /** Around it is a way back, so that no branch may be left behind. */
  readonly inLoop: boolean;
  /** Between that way back and here is a fork. */
  readonly forkInLoop: boolean;
  /** No parallel join waits for its token. */
  readonly mayEnd: boolean;
  /**
   * Whether several tokens come here in one scope; and whether a parallel join waits for each of them, so that none may
   * be lost on the way to it. An inclusive join makes one of two that took other branches.
   */
  readonly crowd: 'no' | 'several' | 'joined';
  readonly catchable: Catchable;
  /** The scope around it; shared by all places in it. */
  readonly scope: { asides: number };
}

export const topPlace = (): Place => ({
  depth: 0,
  inLoop: false,
  forkInLoop: false,
  mayEnd: true,
  crowd: 'no',
  catchable: NOTHING_CATCHABLE,
  scope: { asides: 0 },
});

/** A place in a scope of its own, which waits for every token in it. */
export const within = (place: Place, catchable: Catchable): Place => ({
  ...topPlace(),
  depth: place.depth + 1,
  catchable,
});

/** Where a parallel join waits for each token. */
export const joinedIn = (place: Place): Place => ({
  ...place,
  ...{ mayEnd: false, crowd: place.crowd === 'no' ? 'no' : 'joined' },
});

/** Where tokens are that no join waits for, and no way back. */
export const besideOf = (place: Place): Place => ({
  ...place,
  ...{ inLoop: false, forkInLoop: false, mayEnd: true, crowd: 'several' },
});

export const DEEPEST = 3;

export function addCatcher(catchable: Catchable, { kind, ...event }: Aside['event']): Catchable {
  const code = 'code' in event ? event.code : undefined;
  if (kind === 'error') return joined(catchable, { ...NOTHING_CATCHABLE, errors: [code ?? 'E0'] });
  if (kind !== 'escalation') return catchable;
  return joined(catchable, { ...NOTHING_CATCHABLE, escalations: [code ?? 'S0'] });
}

export const caughtBy = (beside: readonly Part[]): Catchable =>
  beside.reduce((sum, part) => (part.kind === 'aside' ? addCatcher(sum, part.event) : sum), NOTHING_CATCHABLE);

export const catching = (place: Place, beside: readonly Part[]): Place => ({
  ...place,
  catchable: joined(place.catchable, caughtBy(beside)),
});

export const joined = (outer: Catchable, inner: Catchable): Catchable => ({
  errors: [...outer.errors, ...inner.errors],
  escalations: [...outer.escalations, ...inner.escalations],
});
