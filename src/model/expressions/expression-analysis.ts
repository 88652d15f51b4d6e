import { contextOf } from './evaluation-context.ts';
import type { Expression, Scope } from './expression.ts';

/** A variable that is tested for truth or equality with a literal: setting it to `value` makes the condition true. */
export interface TestedVariable {
  readonly variable: string;
  readonly value: string | number | boolean;
}

/** The static analysis of an expression. */
export interface ExpressionAnalysis {
  readonly names: ReadonlySet<string>;
  /** Names that may be unset: `empty x`, `x == null`, `execution.getVariable('x')`. */
  readonly nullChecked?: ReadonlySet<string>;
  /** Names that are used only in filters, where they may be members of the filtered elements. */
  readonly inFilters?: ReadonlySet<string>;
  /** A text with several expressions, or with literal parts. */
  readonly isMixed?: true;
  readonly tested?: TestedVariable;
  /** Functions that the host must provide, such as `decide` and `bean.method`. */
  readonly calls?: ReadonlySet<string>;
  /** Getters of Java objects, such as `order.getTotal`, which read a member if the host has no such function. */
  readonly getters?: ReadonlySet<string>;
}

const analyses = new WeakMap<Expression, ExpressionAnalysis>();
const NOTHING_KNOWN: ExpressionAnalysis = { names: new Set() };

/** Stores the analysis of an expression outside the `Expression` interface, to keep that small. */
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

/** Instance variables that the expression may read, without names that it binds itself (`for x in ...`). */
export function expressionNames(expression: Expression): ReadonlySet<string> {
  return (analyses.get(expression) ?? NOTHING_KNOWN).names;
}

/** Instance variables that the expression reads, and those that it needs: the ones without a null check. */
export function readsOf(expression: Expression): {
  readonly reads: readonly string[];
  readonly needs: readonly string[];
} {
  const { names, nullChecked, inFilters } = analyses.get(expression) ?? NOTHING_KNOWN;
  const reads = [...names].filter((name) => inFilters?.has(name) !== true);
  return { reads, needs: reads.filter((name) => nullChecked?.has(name) !== true) };
}

/**
 * Needed variables that are not set. Reported only if the result is empty, because they may be in a branch that was not
 * evaluated, or if the text is mixed.
 * @param isNothing whether the result is empty
 */
export function missingNames(expression: Expression, scope: Scope, isNothing: boolean): readonly string[] {
  const { names, nullChecked, isMixed } = analyses.get(expression) ?? NOTHING_KNOWN;
  if (!isNothing && !isMixed) return [];
  const beans = [...(contextOf(scope)?.functions.keys() ?? [])].map((name) => name.split('.')[0]);
  return [...names].filter((name) => !Object.hasOwn(scope, name) && !nullChecked?.has(name) && !beans.includes(name));
}

/** Names of the functions that the host must provide. */
export function calledFunctions(expression: Expression): ReadonlySet<string> {
  return analyses.get(expression)?.calls ?? new Set();
}

/** Getters of Java objects that the expression calls. */
export function calledGetters(expression: Expression): ReadonlySet<string> {
  return analyses.get(expression)?.getters ?? new Set();
}

/** Uses the analysis of one expression for another one with the same text. */
export function shareAnalysis(from: Expression, to: Expression): void {
  const known = analyses.get(from);
  if (known !== undefined) analyses.set(to, known);
}
