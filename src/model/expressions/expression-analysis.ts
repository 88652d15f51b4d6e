import type { Expression } from './expression.ts';

/** One variable tested for truth or for equality with a literal: setting it to `value` makes the condition true. */
export interface TestedVariable {
  readonly variable: string;
  readonly value: string | number | boolean;
}

/** What is known of an expression from its text alone. */
export interface ExpressionAnalysis {
  readonly names: ReadonlySet<string>;
  readonly tested?: TestedVariable;
}

const analyses = new WeakMap<Expression, ExpressionAnalysis>();
const NOTHING_KNOWN: ExpressionAnalysis = { names: new Set() };

/** Keeps what the compiler found beside an expression, so that the contract of evaluation stays small. */
export function recordAnalysis(expression: Expression, analysis: ExpressionAnalysis): void {
  analyses.set(expression, analysis);
}

/**
 * The variable a condition tests, when it tests exactly one for truth or for equality with a literal:
 * `${approved}`, `${!approved}`, `${decision == 'ok'}`, `=approved`, `=not(approved)`, `=decision = "ok"`.
 * Undefined for every other expression, and for one that `compileExpression` did not make.
 */
export function testedVariable(expression: Expression): TestedVariable | undefined {
  return analyses.get(expression)?.tested;
}

/** Variables of the instance the expression may read, without names it binds itself (`for x in ...`). */
export function expressionNames(expression: Expression): ReadonlySet<string> {
  return (analyses.get(expression) ?? NOTHING_KNOWN).names;
}
