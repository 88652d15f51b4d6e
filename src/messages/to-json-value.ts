import { MAX_DEPTH } from '../protocol/json-object.ts';

/**
 * Converts a value like `JSON.parse(JSON.stringify(value))`, so that it can be compared with what is stored. Values that
 * JSON cannot represent (it would omit them, write null or throw) are kept, so that the check of the message reports them.
 * Source: ECMAScript, SerializeJSONProperty.
 */
export function toJsonValue(value: unknown): unknown {
  return convert(value, new Set());
}

function convert(given: unknown, around: Set<unknown>): unknown {
  const value = hasToJson(given) ? given.toJSON() : given;
  // Negative zero is written as zero.
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  // The check refuses both.
  if (around.has(value) || around.size > MAX_DEPTH + 1) return value;
  around.add(value);
  const converted = convertParts(value, (part) => convert(part, around));
  around.delete(value);
  return converted;
}

function convertParts(value: object, convertPart: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, (entry) => convertPart(entry ?? null));
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  // JSON would write a Map, a Set or a promise as an empty object.
  if (entries.length === 0 && Object.prototype.toString.call(value) !== '[object Object]') return value;
  return Object.fromEntries(entries.map(([name, field]) => [name, convertPart(field)]));
}

function hasToJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}
