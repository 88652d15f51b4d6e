import { isDeepStrictEqual } from 'node:util';
import { EvaluationError } from '../expression-errors.ts';
import { isPlainObject, nameKind } from '../plain-data.ts';

const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Converts a number or a numeric text; undefined for anything else. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !NUMERIC.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Converts an operand of arithmetic: null is 0, as in JUEL. */
export function toNumber(value: unknown): number {
  if (value === null) return 0;
  const number = readNumber(value);
  if (number === undefined) throw new EvaluationError('an operand of arithmetic is not a number');
  return number;
}

/** Converts to a boolean: null and the empty text are false. Other texts throw, unlike in JUEL, where they are false. */
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
 * `==` as in EL: if one operand is a number or a boolean, the other is converted to that type, where every text other than
 * `true` is false; null equals only null. Values that EL cannot convert (`true == 1`, `3 == 'many'`) are unequal.
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

/** An empty text is 0 when it is compared with a number. */
function readOperand(value: unknown): number | undefined {
  return value === '' ? 0 : readNumber(value);
}

function coerceToBoolean(value: unknown): boolean | undefined {
  return typeof value === 'string' ? value.toLowerCase() === 'true' : undefined;
}

/** Compares two values: negative, 0 or positive; undefined if one is null, so that every comparison is false. */
export function compareValues(left: unknown, right: unknown): number | undefined {
  if (left === null || right === null) return undefined;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  const a = readNumber(left);
  const b = readNumber(right);
  if (a === undefined || b === undefined) {
    const kindOf = (value: unknown) => (typeof value === 'string' ? 'a text that is not a number' : nameKind(value));
    throw new EvaluationError(`${kindOf(left)} and ${kindOf(right)} cannot be compared`);
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `empty`: null, an empty text, list or object. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}
