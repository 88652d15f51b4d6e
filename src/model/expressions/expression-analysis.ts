import { contextOf } from './evaluation-context.ts';
import type { Expression, Scope } from './expression.ts';

/** One variable tested for truth or for equality with a literal: setting it to `value` makes the condition true. */
export interface TestedVariable {
  readonly variable: string;
  readonly value: string | number | boolean;
}

/** What is known of an expression from its text alone. */
export interface ExpressionAnalysis {
  readonly names: ReadonlySet<string>;
  /** Those of them whose absence is asked for, or is an answer: `empty x`, `x == null`, `execution.getVariable('x')`. */
  readonly asked?: ReadonlySet<string>;
  /** Those that stand in filters alone, where they may as well be members of what is filtered. */
  readonly inFilters?: ReadonlySet<string>;
  /** Text with several expressions in it, or with other words. */
  readonly isMixed?: true;
  readonly tested?: TestedVariable;
  /** Functions that the host has to give, such as `decide` and `bean.method`. */
  readonly calls?: ReadonlySet<string>;
  /** Getters of Java objects, such as `order.getTotal`, that read a member where the host gives no such function. */
  readonly getters?: ReadonlySet<string>;
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

/** Variables of the instance that the expression reads, and which of them it counts on: those that it does not ask for. */
export function readsOf(expression: Expression): {
  readonly reads: readonly string[];
  readonly needs: readonly string[];
} {
  const { names, asked, inFilters } = analyses.get(expression) ?? NOTHING_KNOWN;
  const reads = [...names].filter((name) => inFilters?.has(name) !== true);
  return { reads, needs: reads.filter((name) => asked?.has(name) !== true) };
}

/**
 * Variables that were never set although the expression counts on them. Those behind a choice count only where it came to
 * nothing.
 * @param isNothing whether what it gave stands for nothing
 */
export function missingNames(expression: Expression, scope: Scope, isNothing: boolean): readonly string[] {
  const { names, asked, isMixed } = analyses.get(expression) ?? NOTHING_KNOWN;
  if (!isNothing && !isMixed) return [];
  const beans = [...(contextOf(scope)?.functions.keys() ?? [])].map((name) => name.split('.')[0]);
  return [...names].filter((name) => !Object.hasOwn(scope, name) && !asked?.has(name) && !beans.includes(name));
}

/** Functions that the host has to give, by the names they are called by. */
export function calledFunctions(expression: Expression): ReadonlySet<string> {
  return analyses.get(expression)?.calls ?? new Set();
}

/** Getters of Java objects that the expression calls. */
export function calledGetters(expression: Expression): ReadonlySet<string> {
  return analyses.get(expression)?.getters ?? new Set();
}

/** Lets another expression of the same text know what is known of the first. */
export function shareAnalysis(from: Expression, to: Expression): void {
  const known = analyses.get(from);
  if (known !== undefined) analyses.set(to, known);
}
