import { isPlainObject } from './expressions/plain-data.ts';

/** Where in a variable a mapping puts its value: members and positions, from the outside. */
export type MappedPath = readonly (string | number)[];

/** The value of a variable with one part of it put in place; what stood in the way of the path gives way. */
function putInto(target: unknown, path: MappedPath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list: readonly unknown[] = Array.isArray(target) ? target : [];
    // Those before it may come later: scripts are run when the texts are known.
    const before = Array.from({ length: key }, (_, index) => list[index] ?? null);
    return [...before, putInto(list[key], rest, value), ...list.slice(key + 1)];
  }
  const object = isPlainObject(target) ? target : {};
  return { ...object, [key]: putInto(object[key], rest, value) };
}

/** A mapping whose value is known. */
export interface MappedValue {
  readonly name: string;
  readonly path?: MappedPath | undefined;
  readonly value: unknown;
}

/** The variables that mappings give, in their order. @param before what nested targets are put into */
export function collectMapped(
  values: Iterable<MappedValue>,
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const { name, path = [], value } of values) {
    found[name] = putInto(Object.hasOwn(found, name) ? found[name] : before[name], path, value);
  }
  return found;
}
