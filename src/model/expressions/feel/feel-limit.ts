/** Time limits, so that no expression of a diagram holds up the process. */
import { runPure } from '../../../time-limit.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { GrammarError } from '../grammar-error.ts';
import type { FeelNode } from './feel-tree.ts';

/** Processor time of reading an expression; a hundred times what the longest ones need that authors write. */
const MAX_COMPILE_MS = 500;
/** Processor time of an evaluation, besides that of reading its text again. */
const MAX_EVALUATION_MS = 100;
/** The evaluator reads the text at each evaluation. */
const CHARACTERS_READ_IN_MS = 100;

/**
 * What is evaluated at most once for each time that it is written, so that its time is known from its text. Loops,
 * filters, ranges, and calls of functions are not among them.
 */
const SHORT_KINDS: ReadonlySet<string> = new Set([
  ...['Expression', 'ParenthesizedExpression', 'Conjunction', 'Disjunction', 'Comparison', 'CompareOp'],
  ...['ArithmeticExpression', 'ArithOp', 'IfExpression', 'VariableName', 'Identifier', 'PathExpression', 'PathName'],
  ...['List', 'Context', 'ContextEntry', 'Key', 'Name', 'NumericLiteral', 'StringLiteral', 'BooleanLiteral'],
  ...['null', 'and', 'or', 'if', 'then', 'else', '(', ')', '[', ']', '{', '}', '.', ',', ':'],
]);

/** Whether an expression needs no time limit, which costs as much as a short evaluation. */
export function isShort(node: FeelNode): boolean {
  return SHORT_KINDS.has(node.kind) && node.children.every(isShort);
}

/** Compiles under a time limit. @throws {GrammarError} the limit was reached */
export function compileWithin<Result>(compile: () => Result): Result {
  const result = runPure(MAX_COMPILE_MS, compile);
  if (result !== undefined) return result[0];
  throw new GrammarError('it takes too long to read; write it with fewer levels and words');
}

/** Evaluates under a time limit. @throws {EvaluationError} the limit was reached */
export function evaluateWithin<Result>(text: string, evaluate: () => Result): Result {
  const limitMs = MAX_EVALUATION_MS + Math.floor(text.length / CHARACTERS_READ_IN_MS);
  const result = runPure(limitMs, evaluate);
  if (result !== undefined) return result[0];
  throw new EvaluationError(
    `it takes longer than ${limitMs} ms, the limit of an expression; look for loops, ranges and patterns`,
  );
}
