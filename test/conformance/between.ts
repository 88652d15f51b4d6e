import { type Meddling, startFlakyProxy } from '../support/flaky-proxy.ts';
import type { Proxies, SandboxAccess, StartProxy } from '../support/inner/conformance.ts';

/** Proxies around a sandbox, which together form a center that breaks a rule. */
export interface Between {
  /** What becomes of a call that it gets. */
  readonly called?: Meddling;
  /** What becomes of a call that it makes. */
  readonly calls?: Meddling;
  /** What people see instead. */
  readonly shows?: (access: SandboxAccess) => Partial<SandboxAccess>;
}

export function standBetween({ called, calls, shows }: Between): Proxies {
  return {
    ...(called && { called: meddleWith(called) }),
    ...(calls && { calls: meddleWith(calls) }),
    ...(shows && { shows }),
  };
}

function meddleWith(meddle: Meddling): StartProxy {
  return async (target) => Object.assign(await startFlakyProxy(target), { meddle });
}
