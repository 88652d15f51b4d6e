/**
 * Converts a value like `JSON.parse(JSON.stringify(value))`, so that it can be compared with what is stored. Values that
 * JSON cannot represent (it would omit them, write null or throw) are kept, so that the check of the message reports them.
 * Source: ECMAScript, SerializeJSONProperty.
 */
export function toJsonValue(value: unknown): unknown {
  return convert(value, []);
}

/** Replaces a circular reference: every schema refuses it, and recursion ends at it. */
const CIRCULAR = Symbol('circular');

function convert(given: unknown, ancestors: readonly unknown[]): unknown {
  const value = hasToJson(given) ? given.toJSON() : given;
  // Negative zero is written as zero.
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) return CIRCULAR;
  const path = [...ancestors, value];
  if (Array.isArray(value)) return Array.from(value, (entry) => convert(entry ?? null, path));
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  // JSON would write a Map, a Set or a promise as an empty object.
  if (entries.length === 0 && Object.prototype.toString.call(value) !== '[object Object]') return value;
  return Object.fromEntries(entries.map(([name, field]) => [name, convert(field, path)]));
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}
