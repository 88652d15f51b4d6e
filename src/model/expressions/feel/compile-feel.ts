import { FeelDate, FeelDateTime, FeelDuration, FeelTime } from 'feelin';
import { isStrict, PREDEFINED_NAMES } from '../evaluate-condition.ts';
import { contextOf } from '../evaluation-context.ts';
import type { Scope } from '../expression.ts';
import type { ExpressionAnalysis } from '../expression-analysis.ts';
import { EvaluationError, GrammarError, neverSet } from '../expression-errors.ts';
import { callHostFunction } from '../host-functions.ts';
import { copyPlain, isPlainObject, readOwn } from '../plain-data.ts';
import { closeMemberships } from './close-memberships.ts';
import { comparingTypes, evaluateFeel } from './evaluate-feel.ts';
import { analyseFeel, listCalledNames, listVariableNames } from './feel-analysis.ts';
import { listRequiredReads, readFeelCondition } from './feel-condition.ts';
import { ADDED_FUNCTIONS, CLOCK_FUNCTIONS, clockFunctions, withParameters } from './feel-functions.ts';
import { compileWithin, evaluateWithin, isShort, refuseLarge } from './feel-limit.ts';
import { type FeelNode, isFeelFunction, parseFeel } from './feel-tree.ts';
import { findMismatch } from './find-mismatch.ts';
import { readOnce } from './read-once.ts';

export interface CompiledFeel {
  readonly analysis: ExpressionAnalysis;
  evaluate(scope: Scope): unknown;
}

/**
 * @throws {GrammarError} the text is not valid FEEL, takes too long to read, or uses a name both as a function and as a
 * variable
 */
export function compileFeel(text: string): CompiledFeel {
  refuseLarge(text);
  prepareDates(text);
  return compileWithin(() => compile(text));
}

function compile(given: string): CompiledFeel {
  const drawn = parseFeel(given);
  const text = closeMemberships(drawn, given);
  const tree = text === given ? drawn : parseFeel(text);
  const names = listVariableNames(tree);
  const called = [...listCalledNames(tree)];
  // Evaluation looks variables up before functions, so the variable would hide the function.
  const hidden = called.find((name) => names.has(name));
  if (hidden !== undefined) throw new GrammarError(`\`${hidden}\` is used as a function and as a variable`);
  const calls = new Set(called.filter((name) => !isFeelFunction(name)));
  const analysis = { ...analyseFeel(tree), calls };
  const reads = listRequiredReads(tree, analysis.names);
  const functionsOf = (scope: Scope) => ({
    ...ADDED_FUNCTIONS,
    ...clockFunctions(scope),
    ...selectFunctions(calls, scope),
  });

  function evaluateCondition(scope: Scope): unknown {
    const absent = [...names].filter((name) => !Object.hasOwn(scope, name));
    const standing = absent.filter((name) => PREDEFINED_NAMES.has(name));
    // Without a value they would evaluate to the built-in function with that name.
    const hidden = absent.filter((name) => isFeelFunction(name));
    // Evaluation warns about the others where it reads them.
    const open = absent.filter((name) => !standing.includes(name) && !hidden.includes(name));
    const context = {
      ...functionsOf(scope),
      ...selectVariables(names, scope),
      ...Object.fromEntries(open.map((name) => [name, undefined])),
    };
    const evaluatePart = (part: FeelNode) =>
      unlessThrown(() => evaluateFeel(part.text, context)) ?? { value: null, warnings: [] };
    const { value, missing } = readFeelCondition(tree, { reads, scope, evaluate: evaluatePart });
    const counted = new Set([...reads.values()].map(([name]) => name));
    const never = [...missing, ...hidden.filter((name) => counted.has(name))];
    if (never.length > 0) throw neverSet(never);
    if (value !== null) return value;
    const mismatch = findMismatch(tree, evaluatePart);
    if (mismatch !== undefined) throw new EvaluationError(mismatch);
    return standing.length > 0 ? false : null;
  }

  const readsClock = called.some((name) => CLOCK_FUNCTIONS.has(name));
  const bindsNames = names.size > analysis.names.size;
  const functionsIn = (scope: Scope) => selectFunctions(calls, scope);
  const evaluateRead = readsClock || bindsNames ? undefined : readOnce(text, { names, calls, functionsIn });

  // Warnings are not passed on, because they may contain values.
  function evaluateOnce(scope: Scope): unknown {
    if (isStrict(scope)) {
      const [value = null] = unlessThrown(() => evaluateRead?.(scope, reads.values())) ?? [];
      return toPlainResult(value ?? evaluateCondition(scope));
    }
    const read = evaluateRead?.(scope);
    if (read) return toPlainResult(read[0]);
    return toPlainResult(evaluateFeel(text, { ...functionsOf(scope), ...selectVariables(names, scope) }).value);
  }

  const evaluateShort = isShort(tree);
  return {
    analysis,
    evaluate: (scope) =>
      comparingTypes(() => (evaluateShort ? evaluateOnce(scope) : evaluateWithin(text, () => evaluateOnce(scope)))),
  };
}

/** In a condition, what feelin cannot do with the values is null, and a null condition fails with its reason. */
function unlessThrown<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof EvaluationError) throw error;
    return undefined;
  }
}

/**
 * Only the variables that the text names: other keys of the scope could change how FEEL parses it. Unset variables are
 * null, because they would otherwise evaluate to the built-in function with that name.
 */
function selectVariables(names: ReadonlySet<string>, scope: Scope): Record<string, unknown> {
  return Object.fromEntries([...names].map((name) => [name, copyPlain(readOwn(scope, name))]));
}

/** The functions of the host, with plain JSON as arguments and results. */
function selectFunctions(calls: ReadonlySet<string>, scope: Scope): Record<string, unknown> {
  const call = (name: string) =>
    withParameters(
      (...args) => callHostFunction(name, args.map(toPlainResult), contextOf(scope)?.functions),
      ['...args'],
    );
  return Object.fromEntries([...calls].map((name) => [name, call(name)]));
}

/** Converts dates, times and durations to ISO 8601 texts; ranges and functions cannot be converted. */
function toPlainResult(value: unknown): unknown {
  switch (typeof value) {
    case 'undefined':
      return null;
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new EvaluationError('a result is out of range');
      return value;
    case 'object':
      return toPlainObjectResult(value);
    default:
      throw new EvaluationError('its result is not plain data');
  }
}

function toPlainObjectResult(value: object | null): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(toPlainResult);
  if (isPlainObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toPlainResult(entry)]));
  }
  if (value instanceof FeelDate || value instanceof FeelTime) return value.toJSON();
  if (value instanceof FeelDateTime || value instanceof FeelDuration) return value.toJSON();
  throw new EvaluationError('its result is a range or a function, not plain data');
}

/** Every way to write a date, a time or a duration has one of these. */
const WRITES_DATES = /\b(?:date|time|duration|now|today)\b|@/;
/** What authors write, to be evaluated in a known time. */
const LIKE_AUTHORS =
  '[date("2024-01-30") + duration("P1D"), date and time("2024-01-30T10:00:00@Europe/Berlin") + duration("PT1H")]';

let isPrepared = false;

/**
 * Where the text may have dates, evaluates some in advance. The first of a process costs 30 to 50 ms, several
 * times that on a slow machine, for the languages and time zones of the runtime: with it, `duration("P2D")` could reach
 * the limit of an expression.
 */
function prepareDates(text: string): void {
  if (isPrepared || !WRITES_DATES.test(text)) return;
  evaluateFeel(LIKE_AUTHORS);
  isPrepared = true;
}
