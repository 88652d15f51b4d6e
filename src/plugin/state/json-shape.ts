/**
 * Validates parsed JSON of a known shape. Without a library, because a snapshot is read in every step. Fields that a
 * shape does not name are dropped.
 */

/** Validates a value. Adds the paths of invalid parts to `wrong`; the returned value must then not be used. */
export type Shape<T> = (value: unknown, path: string, wrong: string[]) => T;

/** Returns the value, and the paths of all parts that do not match the shape. */
export function readShape<T>(
  shape: Shape<T>,
  value: unknown,
): { readonly value: T; readonly wrong: readonly string[] } {
  const wrong: string[] = [];
  return { value: shape(value, '', wrong), wrong };
}

function when<T>(holds: (value: unknown) => boolean): Shape<T> {
  return (value, path, wrong) => {
    if (!holds(value)) wrong.push(path === '' ? 'its top level' : path);
    return value as T;
  };
}

export const anything: Shape<unknown> = (value) => value;
export const text = when<string>((value) => typeof value === 'string');
export const flag = when<boolean>((value) => typeof value === 'boolean');
export const number = when<number>((value) => typeof value === 'number' && Number.isFinite(value));
export const integer = when<number>((value) => Number.isSafeInteger(value));
export const count = when<number>((value) => Number.isSafeInteger(value) && Number(value) >= 0);

export function oneOf<const T extends string | number>(...values: readonly T[]): Shape<T> {
  return when((value) => values.some((each) => each === value));
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (value, path, wrong) => (value === null ? null : shape(value, path, wrong));
}

export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, path, wrong) => (value === undefined ? undefined : shape(value, path, wrong));
}

export function list<T>(of: Shape<T>): Shape<readonly T[]> {
  return (value, path, wrong) => {
    if (!Array.isArray(value)) return when<readonly T[]>(() => false)(value, path, wrong);
    return value.map((each: unknown, index) => of(each, join(path, String(index)), wrong));
  };
}

/** Accepts any names except `__proto__`, which would replace the prototype of the result. */
export function record<T>(of: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (value, path, wrong) => {
    if (!isObject(value)) return when<Readonly<Record<string, T>>>(() => false)(value, path, wrong);
    const named = Object.entries(value).filter(([name]) => name !== '__proto__');
    return Object.fromEntries(named.map(([name, each]) => [name, of(each, join(path, name), wrong)]));
  };
}

export type ValueOf<S> = S extends Shape<infer T> ? T : never;

type OptionalIn<F> = {
  [Name in keyof F]: unknown extends ValueOf<F[Name]> ? never : undefined extends ValueOf<F[Name]> ? Name : never;
}[keyof F];

/** The value of an object with these fields. */
export type ObjectOf<F> = {
  readonly [Name in keyof F as Name extends OptionalIn<F> ? never : Name]: ValueOf<F[Name]>;
} & { readonly [Name in keyof F as Name extends OptionalIn<F> ? Name : never]?: ValueOf<F[Name]> };

/** An object with these fields; fields that are undefined are left out. */
export function object<const F extends Readonly<Record<string, Shape<unknown>>>>(fields: F): Shape<ObjectOf<F>>;
export function object<T extends object>(
  fields: {
    readonly [Name in keyof T]-?: Shape<T[Name]> | (undefined extends T[Name] ? Shape<T[Name] | undefined> : never);
  },
): Shape<T>;
export function object<T>(fields: Readonly<Record<string, Shape<unknown>>>): Shape<T> {
  const shapes = Object.entries(fields);
  return (value, path, wrong) => {
    if (!isObject(value)) return when<T>(() => false)(value, path, wrong);
    const read = shapes.map(([name, shape]) => {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      return [name, shape(given, join(path, name), wrong)] as const;
    });
    return Object.fromEntries(read.filter(([, each]) => each !== undefined)) as T;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
