import { ModelError } from '../../errors.ts';
import type { Expression, Scope } from './expression.ts';
import { type ExpressionAnalysis, recordAnalysis } from './expression-analysis.ts';
import { EvaluationError, GrammarError, NotSetError } from './expression-errors.ts';
import { compileFeel } from './feel/compile-feel.ts';
import { analyseTemplate } from './juel/juel-analysis.ts';
import { evaluateJuel } from './juel/juel-evaluate.ts';
import { toText } from './plain-data.ts';
import { parseTemplate, type TemplatePart } from './template.ts';

interface Compiled {
  readonly constant: boolean;
  readonly analysis: ExpressionAnalysis;
  evaluate(scope: Scope): unknown;
}

/** Maximum number of cached expressions: enough for a hundred processes with dozens of expressions each. */
const CACHE_LIMIT = 5_000;
/** Longest text in FEEL, whose parser takes more than twice as long for twice the text. */
const MAX_FEEL_CHARACTERS = 10_000;
/** Longer texts are truncated in messages. */
const QUOTED_CHARACTERS = 200;

const cache = new Map<string, Expression>();

/**
 * Compiles a text of a .bpmn file: `=...` is FEEL, text with `${...}` or `#{...}` is evaluated, anything else is constant.
 * A text that is a single `${...}` evaluates to its raw value, mixed text to a string. The grammar is in README.md.
 * Compiled expressions are cached by text.
 * @throws {ModelError} `ERR_EXPRESSION_INVALID`: the text is not a valid expression; `details` has text, reason, position
 */
export function compileExpression(text: string): Expression {
  const known = cache.get(text);
  if (known) return known;
  const { constant, analysis, evaluate } = compileText(text);
  const expression: Expression = Object.freeze({
    text,
    constant,
    evaluate: (scope: Scope) => {
      try {
        return evaluate(scope);
      } catch (error) {
        throw failure(text, error);
      }
    },
  });
  recordAnalysis(expression, analysis);
  const oldest = cache.size >= CACHE_LIMIT ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(text, expression);
  return expression;
}

function compileText(text: string): Compiled {
  try {
    const feelStart = text.length - text.trimStart().length + 1;
    return text.trimStart().startsWith('=') ? compileFeelAt(text, feelStart) : compileTemplate(text);
  } catch (error) {
    throw refusal(text, error);
  }
}

function compileFeelAt(text: string, start: number): Compiled {
  if (text.length > MAX_FEEL_CHARACTERS) {
    throw new GrammarError(`it has ${text.length} characters, and at most ${MAX_FEEL_CHARACTERS} are allowed`);
  }
  try {
    return { constant: false, ...compileFeel(text.slice(start)) };
  } catch (error) {
    if (!(error instanceof GrammarError) || error.position === undefined) throw error;
    throw new GrammarError(error.message, error.position + start);
  }
}

function compileTemplate(text: string): Compiled {
  // Files are often indented: white space around a single expression is ignored.
  const trimmed = parseTemplate(text.trim());
  const [only] = trimmed;
  if (trimmed.length === 1 && typeof only === 'object') {
    const analysis = analyseTemplate(trimmed, only);
    return { constant: false, analysis, evaluate: (scope) => evaluateJuel(only, scope) };
  }
  const parts = parseTemplate(text);
  const analysis = analyseTemplate(parts, undefined);
  if (parts.every((part) => typeof part === 'string')) {
    const constant = parts.join('');
    return { constant: true, analysis, evaluate: () => constant };
  }
  return { constant: false, analysis, evaluate: (scope) => parts.map((part) => partText(part, scope)).join('') };
}

function partText(part: TemplatePart, scope: Scope): string {
  return typeof part === 'string' ? part : toText(evaluateJuel(part, scope));
}

function refusal(text: string, error: unknown): ModelError {
  // The parsers are recursive, so extremely nested texts cause a RangeError.
  const known = error instanceof GrammarError ? error : new GrammarError('it is nested too deeply');
  const where = known.position === undefined ? '' : ` (at character ${known.position + 1})`;
  const message = `the expression ${quote(text)} is outside the grammar: ${known.message}${where}`;
  const details = { text, reason: known.message, position: known.position };
  return new ModelError('ERR_EXPRESSION_INVALID', message, { details });
}

function failure(text: string, error: unknown): ModelError {
  // Other errors may contain values, so neither their message nor the error itself is passed on.
  const reason = error instanceof EvaluationError ? error.message : 'the values have the wrong form';
  const message = `the expression ${quote(text)} could not be evaluated: ${reason}; check its variables`;
  const variables = error instanceof NotSetError ? { variables: error.variables } : {};
  const cause = error instanceof EvaluationError ? error.cause : undefined;
  return new ModelError('ERR_EXPRESSION_FAILED', message, { details: { text, reason, ...variables }, cause });
}

function quote(text: string): string {
  return text.length > QUOTED_CHARACTERS ? `\`${text.slice(0, QUOTED_CHARACTERS)}…\`` : `\`${text}\``;
}
