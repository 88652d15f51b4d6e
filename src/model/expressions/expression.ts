/** Names an expression can see: instance variables, element variables and counters of a multi-instance. */
export type Scope = Readonly<Record<string, unknown>>;

/** An expression of a .bpmn file, compiled once at deploy. */
export interface Expression {
  /** As it stands in the file. */
  readonly text: string;
  /** True for plain text, which evaluates to itself. */
  readonly constant: boolean;
  /**
   * Same scope, same result; nothing of the host can be reached from it.
   * An unknown name is null, as in FEEL and JUEL models that test for it; conditions are read by `evaluateCondition`.
   * @throws {ModelError} `ERR_EXPRESSION_FAILED`: the message names the expression, never a value
   */
  evaluate(scope: Scope): unknown;
}
