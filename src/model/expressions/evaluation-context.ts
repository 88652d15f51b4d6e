import type { Scope } from './expression.ts';
import type { HostFunctions } from './host-functions.ts';

/** What expressions can ask for besides variables. The same step gives the same context when it is run again. */
export interface EvaluationContext {
  /** When the step happens, in epoch milliseconds: what `now()` gives. */
  readonly now: number;
  /** IANA name of the zone that `now()` is written in. */
  readonly timeZone: string;
  /** The functions of the host, by name. */
  readonly functions: HostFunctions;
  /** What `execution` names; absent before an instance exists. */
  readonly instance?: { readonly instanceId: string; readonly businessKey: string | null };
}

// A symbol travels along when a scope is spread into another, and is no name that an expression could read.
const CONTEXT = Symbol('evaluation context');

/** A scope whose expressions can ask for the time and call the functions of the host. */
export function withContext(scope: Scope, context: EvaluationContext): Scope {
  return { ...scope, [CONTEXT]: context };
}

/** Undefined where a scope was made of variables alone. */
export function contextOf(scope: Scope): EvaluationContext | undefined {
  return (scope as { readonly [CONTEXT]?: EvaluationContext })[CONTEXT];
}
