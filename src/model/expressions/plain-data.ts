import { EvaluationError } from './expression-errors.ts';

/** Names that give access to prototypes; refused if written literally, null if computed. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. Class instances of the host are not, so expressions cannot read them. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value of an own data property, else null. Getters are not called, and prototypes are not searched. */
export function readOwn(target: object, key: string): unknown {
  if (UNSAFE_NAMES.has(key)) return null;
  const descriptor = Object.getOwnPropertyDescriptor(target, key);
  return descriptor && 'value' in descriptor ? readable(descriptor.value) : null;
}

/** A deep copy as JSON data; values that JSON cannot represent become null. */
export function copyPlain(value: unknown): unknown {
  const shown = readable(value);
  if (Array.isArray(shown)) return shown.map(copyPlain);
  if (!isPlainObject(shown)) return shown;
  const keys = Object.keys(shown).filter((key) => !UNSAFE_NAMES.has(key));
  return Object.fromEntries(keys.map((key) => [key, copyPlain(readOwn(shown, key))]));
}

/** A value inside a text: null is empty, a list of simple values is joined by commas, other objects are JSON. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null)) {
    return value.map(toText).join(',');
  }
  try {
    return JSON.stringify(copyPlain(value));
  } catch {
    throw new EvaluationError('a value has no text form');
  }
}

function readable(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    default:
      return Array.isArray(value) || isPlainObject(value) ? value : null;
  }
}

/** The kind of a value that is not null, for messages. */
export function nameKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
