import { evaluate, FeelDate, FeelDateTime, FeelDuration, FeelRange, FeelTime, type Warning } from 'feelin';
import { withRestore } from '../../../time-limit.ts';
import { isPlainObject } from '../plain-data.ts';

/** Allows names in backticks, and texts over several lines, as Camunda 8 does. */
export const DIALECT = 'camunda';

/** Evaluates a text as Camunda 8 does; see {@link comparingTypes} for comparisons. */
export function evaluateFeel(
  text: string,
  context: Readonly<Record<string, unknown>> = {},
): { readonly value: unknown; readonly warnings: Warning[] } {
  return evaluate(text, { ...context }, DIALECT);
}

/**
 * Runs an evaluation in which a comparison of two different types is null, as DMN defines it. feelin compares them as
 * JavaScript does: `"abc" <= 1000` would be true. Order, `between`, ranges and `in` all end in one method of feelin, which
 * is replaced while the evaluation runs, and only then, because it is shared with the host.
 */
export function comparingTypes<Result>(run: () => Result): Result {
  const before = FeelRange.prototype.includes;
  const restore = () => {
    FeelRange.prototype.includes = before;
  };
  return withRestore(restore, () => {
    FeelRange.prototype.includes = includesOfOneType;
    return run();
  });
}

const { includes } = FeelRange.prototype;

function includesOfOneType(this: FeelRange, value: unknown) {
  const [own, other] = [typeName(this), typeName(value)];
  if (own !== undefined && other !== undefined && own !== other) return null;
  return includes.call(this, value);
}

/** The type of a value, for messages; that of its bounds for a range. Undefined for null and for functions. */
export function typeName(value: unknown): string | undefined {
  if (value instanceof FeelRange) return typeName(value.start ?? value.end);
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'a boolean';
    case 'object':
      return value === null ? undefined : objectTypeName(value);
    default:
      return undefined;
  }
}

function objectTypeName(value: object): string | undefined {
  if (Array.isArray(value)) return 'a list';
  if (value instanceof FeelDate) return 'a date';
  if (value instanceof FeelTime) return 'a time';
  if (value instanceof FeelDateTime) return 'a date and time';
  if (value instanceof FeelDuration) return value.yearsMonths ? 'a duration in months' : 'a duration in days and time';
  return isPlainObject(value) ? 'an object' : undefined;
}
