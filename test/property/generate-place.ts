import type { Catchable } from './generate-events.ts';
import { NOTHING_CATCHABLE } from './generate-events.ts';
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
  readonly catchable: Catchable;
  /** The scope around it; shared by all places in it. */
  readonly scope: { asides: number };
}

export const topPlace = (): Place => ({
  depth: 0,
  inLoop: false,
  forkInLoop: false,
  mayEnd: true,
  catchable: NOTHING_CATCHABLE,
  scope: { asides: 0 },
});

/** A place in a scope of its own, which waits for every token in it. */
export const within = (place: Place, catchable: Catchable): Place => ({
  ...topPlace(),
  depth: place.depth + 1,
  catchable,
});

/** What may be thrown where things happen more than once. */
export const repeated = ({ errors, escalations }: Catchable): Catchable => ({ errors, escalations, once: [] });

export const DEEPEST = 3;

export function addCatcher(catchable: Catchable, { kind, ...event }: Aside['event'], interrupting: boolean): Catchable {
  const code = 'code' in event ? event.code : undefined;
  if (kind === 'error') return joined(catchable, { ...NOTHING_CATCHABLE, errors: [code ?? 'E0'] });
  if (kind !== 'escalation') return catchable;
  const codes = [code ?? EVERY_ESCALATION];
  return joined(catchable, { ...NOTHING_CATCHABLE, [interrupting ? 'escalations' : 'once']: codes });
}

export const caughtBy = (beside: readonly Part[]): Catchable =>
  beside.reduce(
    (sum, part) => (part.kind === 'aside' ? addCatcher(sum, part.event, part.interrupting) : sum),
    NOTHING_CATCHABLE,
  );

export const catching = (place: Place, beside: readonly Part[]): Place => ({
  ...place,
  catchable: joined(place.catchable, caughtBy(beside)),
});

/** One that catches every escalation keeps them from those around. */
export function joined(outer: Catchable, inner: Catchable): Catchable {
  const keeps = inner.once.includes(EVERY_ESCALATION);
  return {
    errors: [...outer.errors, ...inner.errors],
    escalations: keeps ? [] : [...outer.escalations, ...inner.escalations],
    once: keeps ? [EVERY_ESCALATION] : [...outer.once, ...inner.once],
  };
}

const EVERY_ESCALATION = 'S0';
