/** The variables that an expression can read: instance variables, element variables and counters of a multi-instance. */
export type Scope = Readonly<Record<string, unknown>>;

/** A compiled expression of a .bpmn file. */
export interface Expression {
  /** The text as written in the file. */
  readonly text: string;
  /** True for plain text, which evaluates to itself. */
  readonly constant: boolean;
  /**
   * Deterministic; only the scope and the functions of the host are accessible. An unset variable is null; use
   * `evaluateCondition` for conditions, where it is an error.
   * @throws {ModelError} `ERR_EXPRESSION_FAILED`: the message contains the expression, never a value
   */
  evaluate(scope: Scope): unknown;
}
