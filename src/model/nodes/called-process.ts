/** Called processes that have variables of their own. */

/** Variables of a called process in addition to those that its call passes. */
export interface CalledVariables {
  /** Extra name of the variable `initiator`, from the start event of the called process. */
  readonly initiatorVariable?: string;
}

/** How variables are passed between a caller and a called process with its own variables. */
export interface CallPassing {
  readonly way: 'in' | 'out';
  /** Passes all variables, in addition to those passed by name. */
  readonly all?: true;
  /** In: the element variable and the counters of a multi-instance call. */
  readonly local?: true;
  /** Out: expressions may also read the variables of the caller. */
  readonly seesCaller?: true;
  /** Out: also if a caught error ends the call. */
  readonly onError?: true;
  /** Out: also if an escalation is caught outside the call; the call may continue. */
  readonly onEscalation?: true;
}
