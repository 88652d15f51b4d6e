import { isPlainObject } from './expressions/plain-data.ts';

/** The path inside a variable where a mapping puts its value: member names and indexes, outermost first. */
export type MappedPath = readonly (string | number)[];

/** Returns a copy with the value at the path; values that are no object or list along the path are replaced. */
function setPath(target: unknown, path: MappedPath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list: readonly unknown[] = Array.isArray(target) ? target : [];
    // Earlier entries may be missing until scripts have run.
    const before = Array.from({ length: key }, (_, index) => list[index] ?? null);
    return [...before, setPath(list[key], rest, value), ...list.slice(key + 1)];
  }
  const object = isPlainObject(target) ? target : {};
  return { ...object, [key]: setPath(object[key], rest, value) };
}

/** A mapping with its evaluated value. */
export interface MappedValue {
  readonly name: string;
  readonly path?: MappedPath | undefined;
  readonly value: unknown;
}

/** The variables that mappings set, in order. @param before current variables, into which nested targets are merged */
export function collectMapped(
  values: Iterable<MappedValue>,
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { name, path = [], value } of values) {
    found[name] = setPath(Object.hasOwn(found, name) ? found[name] : before[name], path, value);
  }
  return found;
}
