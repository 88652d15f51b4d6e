/**
 * Reads JSON `null` as an absent field, one level deep, before a schema looks at an object.
 * The spec speaks of both alike: a missing parameter is reported as "is null", and `times` null is no limit.
 */
export function nullIsAbsent(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** Whether a JSON value is an object, and neither null nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
