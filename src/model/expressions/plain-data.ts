import { EvaluationError } from './evaluation-error.ts';

/** Names through which a prototype could be reached; refused where they are written, null where they are computed. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a value is what JSON calls an object: a class instance of the host is not, so nothing of it is readable. */
export function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An own data property, else null: no getter runs and no prototype is looked at. */
export function readOwn(target: object, key: string): unknown {
  if (UNSAFE_NAMES.has(key)) return null;
  const descriptor = Object.getOwnPropertyDescriptor(target, key);
  return descriptor && 'value' in descriptor ? readable(descriptor.value) : null;
}

/** A deep copy that JSON could carry; what JSON cannot carry becomes null, as an unknown name does. */
export function copyPlain(value: unknown): unknown {
  const shown = readable(value);
  if (Array.isArray(shown)) return shown.map(copyPlain);
  if (!isPlainObject(shown)) return shown;
  const keys = Object.keys(shown).filter((key) => !UNSAFE_NAMES.has(key));
  return Object.fromEntries(keys.map((key) => [key, copyPlain(readOwn(shown, key))]));
}

/** How a value reads inside a text: null as nothing, a list of simple values joined by commas, the rest as JSON. */
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
