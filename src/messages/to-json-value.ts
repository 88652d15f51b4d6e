/**
 * The value as JSON would write it and read it again, so that it can be compared with what is stored; but what JSON
 * cannot hold, and would leave out, write as null or throw at, stays as it is: whoever judges the message names it.
 * Source: ECMAScript, SerializeJSONProperty.
 */
export function toJsonValue(value: unknown): unknown {
  return convert(value, []);
}

/** In place of an object that holds itself: no schema takes it, and none walks through it without end. */
const CIRCLE = Symbol('circle');

function convert(given: unknown, ancestors: readonly unknown[]): unknown {
  const value = hasToJson(given) ? given.toJSON() : given;
  // Negative zero is written as zero.
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) return CIRCLE;
  const within = [...ancestors, value];
  if (Array.isArray(value)) return Array.from(value, (entry) => convert(entry ?? null, within));
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  // JSON would write a Map, a Set or a promise as an empty object.
  if (entries.length === 0 && Object.prototype.toString.call(value) !== '[object Object]') return value;
  return Object.fromEntries(entries.map(([name, field]) => [name, convert(field, within)]));
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}
