import { isDeepStrictEqual } from 'node:util';
import { EvaluationError } from './evaluation-error.ts';
import { isPlainObject } from './plain-data.ts';

const NUMERIC = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** The number a numeric text stands for; undefined for anything that is not a number or a numeric text. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !NUMERIC.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** An operand of arithmetic: null counts as 0, as in JUEL. */
export function toNumber(value: unknown): number {
  if (value === null) return 0;
  const number = readNumber(value);
  if (number === undefined) throw new EvaluationError('an operand of arithmetic is not a number');
  return number;
}

/** A condition: null and the empty text are false. Other texts than true and false fail, where JUEL says false. */
export function toBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null || value === '') return false;
  const read = readBoolean(value);
  if (read === undefined) throw new EvaluationError('a condition is neither true nor false');
  return read;
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/**
 * `==`, as EL has it: beside a number the other side is read as a number, beside a boolean as a boolean, where every text
 * but `true` is false; null equals only null. What EL cannot coerce (`true == 1`, `3 == 'many'`) is unequal.
 */
export function areEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  if (typeof left === 'number' || typeof right === 'number') {
    const number = readOperand(left);
    return number !== undefined && number === readOperand(right);
  }
  if (typeof left === 'boolean') return left === coerceToBoolean(right);
  if (typeof right === 'boolean') return coerceToBoolean(left) === right;
  return typeof left === 'object' && typeof right === 'object' && isDeepStrictEqual(left, right);
}

/** An empty text stands for 0 beside a number. */
function readOperand(value: unknown): number | undefined {
  return value === '' ? 0 : readNumber(value);
}

function coerceToBoolean(value: unknown): boolean | undefined {
  return typeof value === 'string' ? value.toLowerCase() === 'true' : undefined;
}

/** Order of two values: negative, 0 or positive; undefined where one is null, so that every comparison is false. */
export function compareValues(left: unknown, right: unknown): number | undefined {
  if (left === null || right === null) return undefined;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  const a = readNumber(left);
  const b = readNumber(right);
  if (a === undefined || b === undefined) throw new EvaluationError('two values of different kinds have no order');
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `empty`: null, the empty text, list or object. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}
