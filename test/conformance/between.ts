import { type Meddling, startFlakyProxy } from '../support/flaky-proxy.ts';
import type { Hands, StandBefore, Stands } from '../support/inner/conformance.ts';

/** What stands between a sandbox and the others, so that together they are a center that breaks a rule. */
export interface Between {
  /** What becomes of a call that it gets. */
  readonly called?: Meddling;
  /** What becomes of a call that it makes. */
  readonly calls?: Meddling;
  /** What people see instead. */
  readonly shows?: (hands: Hands) => Partial<Hands>;
}

export function standBetween({ called, calls, shows }: Between): Stands {
  return {
    ...(called && { called: meddleWith(called) }),
    ...(calls && { calls: meddleWith(calls) }),
    ...(shows && { shows }),
  };
}

function meddleWith(meddle: Meddling): StandBefore {
  return async (target) => Object.assign(await startFlakyProxy(target), { meddle });
}
