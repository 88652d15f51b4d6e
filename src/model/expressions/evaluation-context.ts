import type { Scope } from './expression.ts';
import type { HostFunctions } from './host-functions.ts';

/** What expressions can use besides variables. A step that is repeated gets the same context. */
export interface EvaluationContext {
  /** The time of the step in epoch milliseconds, which `now()` returns. */
  readonly now: number;
  /** IANA name of the time zone of `now()`. */
  readonly timeZone: string;
  /** The functions of the host, by name. */
  readonly functions: HostFunctions;
  /** The most instances of a multi-instance; absent: the default. */
  readonly maxInstances?: number;
  /** Whether an account that stands several times in a list of signers gets one task; absent: no. */
  readonly oneTaskPerSigner?: boolean;
  /** The call whose process has the variables of the scope for its own; absent: they are those of the instance. */
  readonly callId?: string;
  /** The instance that `execution` refers to; absent before an instance exists. */
  readonly instance?: { readonly instanceId: string; readonly businessKey: string | null };
}

// A symbol key is copied when a scope is spread, and cannot be read by an expression.
const CONTEXT = Symbol('evaluation context');

/** Adds a context to a scope, so that its expressions can use the time and the functions of the host. */
export function withContext(scope: Scope, context: EvaluationContext): Scope {
  return { ...scope, [CONTEXT]: context };
}

/** Undefined for a scope with variables only. */
export function contextOf(scope: Scope): EvaluationContext | undefined {
  return (scope as { readonly [CONTEXT]?: EvaluationContext })[CONTEXT];
}
