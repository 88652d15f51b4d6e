/** Time limits, so that no expression of a diagram holds up the process. */
import { LONG_RUNS, runPure } from '../../../time-limit.ts';
import { EvaluationError, GrammarError } from '../expression-errors.ts';
import type { FeelNode } from './feel-tree.ts';

/** Processor time of reading an expression, many times what authors' expressions need. */
const MAX_COMPILE_MS = 250;
/** Brackets inside each other. The parser takes exponential time for some that are not closed. */
const MAX_LEVELS = 100;
/** Words, values and signs. */
const MAX_PARTS = 1_000;
/** Words outside of quotes. The parser takes quadratic time for those of a name, and for names beside each other. */
const MAX_WORDS = 400;
/** Of contexts. The parser takes quadratic time for them, several times that for words. */
const MAX_ENTRIES = 100;
/** A text in quotes, a word or a number, or a sign. */
const PART = /"(?:[^"\\]|\\.)*"|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gsu;
const WORD = /^[\p{L}_]/u;
/** They only follow what is counted. */
const UNCOUNTED = ',)]}';
/** The evaluator reads the text again; longer ones may take long for that alone. */
const SHORT_CHARACTERS = 1_000;
/** Processor time of an evaluation, besides that of reading its text again. */
const MAX_EVALUATION_MS = 40;
/** The evaluator reads the text at each evaluation. */
const CHARACTERS_READ_IN_MS = 100;

/**
 * What is evaluated at most once for each time that it is written, so that its time is known from its text. Loops,
 * filters, and calls of functions are not among them. A range is no list of its values before one of those walks it.
 */
const SHORT_KINDS: ReadonlySet<string> = new Set([
  ...['Expression', 'ParenthesizedExpression', 'Conjunction', 'Disjunction', 'Comparison', 'CompareOp'],
  ...[
    'ArithmeticExpression',
    'ArithOp',
    'IfExpression',
    'VariableName',
    'Identifier',
    'BacktickIdentifier',
    'PathExpression',
    'PathName',
  ],
  ...['PositiveUnaryTests', 'PositiveUnaryTest', 'SimplePositiveUnaryTest', 'Interval', 'between', 'in', '..'],
  ...['List', 'Context', 'ContextEntry', 'Key', 'Name', 'NumericLiteral', 'StringLiteral', 'BooleanLiteral'],
  ...['null', 'and', 'or', 'if', 'then', 'else', '(', ')', '[', ']', '{', '}', '.', ',', ':'],
]);

/** Whether an expression needs no time limit, which costs as much as a short evaluation. */
export function isShort(root: FeelNode): boolean {
  return root.text.length <= SHORT_CHARACTERS && isBounded(root);
}

function isBounded(node: FeelNode): boolean {
  return SHORT_KINDS.has(node.kind) && node.children.every(isBounded);
}

/**
 * Before the parser sees the text.
 * @throws {GrammarError} its brackets are nested too deeply, or it has too many parts
 */
export function refuseLarge(text: string): void {
  let levels = 0;
  let parts = 0;
  let words = 0;
  let entries = 0;
  for (const [part] of text.matchAll(PART)) {
    if ('([{'.includes(part)) levels += 1;
    else if (')]}'.includes(part)) levels -= 1;
    if (!UNCOUNTED.includes(part)) parts += 1;
    if (WORD.test(part)) words += 1;
    if (part === ':') entries += 1;
    if (levels > MAX_LEVELS) throw new GrammarError('it is nested too deeply');
    if (parts > MAX_PARTS) throw new GrammarError(`it has more than ${MAX_PARTS} words, values and signs`);
    if (words > MAX_WORDS) throw new GrammarError(`it has more than ${MAX_WORDS} words outside of quotes`);
    if (entries > MAX_ENTRIES) throw new GrammarError(`its contexts have more than ${MAX_ENTRIES} entries`);
  }
}

/** Compiles under a time limit. @throws {GrammarError} the limit was reached */
export function compileWithin<Result>(compile: () => Result): Result {
  const result = runPure(MAX_COMPILE_MS, compile, LONG_RUNS);
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
