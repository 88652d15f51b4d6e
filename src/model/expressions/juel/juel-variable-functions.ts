import { EvaluationError } from '../expression-errors.ts';
import { areEqual, compareValues, isEmpty } from './juel-coerce.ts';

type Test = (value: unknown, args: readonly unknown[]) => unknown;

const order =
  (holds: (difference: number) => boolean): Test =>
  (value, [other]) => {
    const difference = compareValues(value, other ?? null);
    return difference !== undefined && holds(difference);
  };
const equals: Test = (value, [other]) => areEqual(value, other ?? null);
const contains =
  (all: boolean): Test =>
  (value, args) => {
    if (value === null) return false;
    const has = (entry: unknown) => {
      if (typeof value === 'string') return value.includes(String(entry));
      if (Array.isArray(value)) return value.some((each) => areEqual(each, entry));
      throw new EvaluationError('only texts and lists can be searched');
    };
    return all ? args.every(has) : args.some(has);
  };

/** Flowable's variable functions, with the minimum and maximum number of arguments after the variable name. */
const FUNCTIONS: ReadonlyMap<string, readonly [least: number, most: number, test: Test]> = new Map(
  (
    [
      [['get'], 0, 0, (value) => value],
      [['getOrDefault'], 1, 1, (value, [otherwise]) => value ?? otherwise ?? null],
      [['exists', 'exist'], 0, 0, (value) => value !== null],
      [['isEmpty', 'empty'], 0, 0, (value) => isEmpty(value)],
      [['isNotEmpty', 'notEmpty'], 0, 0, (value) => !isEmpty(value)],
      [['equals', 'eq'], 1, 1, equals],
      [['notEquals', 'ne'], 1, 1, (value, args) => !equals(value, args)],
      [['contains'], 1, Number.POSITIVE_INFINITY, contains(true)],
      [['containsAny'], 1, Number.POSITIVE_INFINITY, contains(false)],
      [['lowerThan', 'lessThan', 'lt'], 1, 1, order((difference) => difference < 0)],
      [['lowerThanOrEquals', 'lessThanOrEquals', 'lte'], 1, 1, order((difference) => difference <= 0)],
      [['greaterThan', 'gt'], 1, 1, order((difference) => difference > 0)],
      [['greaterThanOrEquals', 'gte'], 1, 1, order((difference) => difference >= 0)],
      [['base64'], 0, 0, (value) => (value === null ? null : Buffer.from(String(value), 'utf8').toString('base64'))],
    ] as const satisfies readonly (readonly [readonly string[], number, number, Test])[]
  ).flatMap(([names, least, most, test]) => names.map((name) => [name, [least, most, test]] as const)),
);

/** Prefixes of these functions, as in `vars:get(x)`. */
export const VARIABLE_PREFIXES = ['variables', 'vars', 'var'] as const;

export function isVariableFunction(name: string, count: number): boolean {
  const known = FUNCTIONS.get(name);
  return known !== undefined && count >= known[0] && count <= known[1];
}

export const VARIABLE_FUNCTION_NAMES: readonly string[] = [...FUNCTIONS.keys()];

/** @throws {EvaluationError} the values cannot be compared or searched */
export function applyVariableFunction(name: string, value: unknown, args: readonly unknown[]): unknown {
  return FUNCTIONS.get(name)?.[2](value, args) ?? null;
}
