import * as z from 'zod';

const { isPlainObject } = z.core.util;

/** Deeper values end the recursion of what reads them, JSON.stringify among it, somewhere behind 2,000 levels. */
export const MAX_DEPTH = 1_000;
/** A value that is in many places of an object is stored in each of them. */
const MAX_VALUES = 250_000;
/** More would not help. */
const MAX_PROBLEMS = 10;

/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/**
 * An object of JSON values, such as variables. Its output is a copy, so that the object may be changed afterwards.
 * Refused with the path of each problem, at most {@link MAX_PROBLEMS}: what JSON cannot represent, what contains itself or is
 * nested more than {@link MAX_DEPTH} levels deep, and more than {@link MAX_VALUES} values.
 */
export const JsonObject = z.record(z.string(), z.unknown()).transform((given, context) => {
  const { value, problems } = copyJson(given);
  context.issues.push(...problems.map((problem) => ({ code: 'custom' as const, input: given, ...problem })));
  return value as Record<string, JsonValue>;
});

interface JsonProblem {
  readonly path: (string | number)[];
  readonly message: string;
}

/** A copy of a value as JSON, which is only whole if there is no problem. */
export function copyJson(value: unknown): { readonly value: unknown; readonly problems: readonly JsonProblem[] } {
  const copying = new Copying();
  return { value: copying.copy(value), problems: copying.problems };
}

class Copying {
  readonly problems: JsonProblem[] = [];
  readonly #path: (string | number)[] = [];
  /** The objects around a value. */
  readonly #around: unknown[] = [];
  #values = 0;
  #isEnded = false;

  copy(value: unknown): unknown {
    if (this.#isEnded) return undefined;
    this.#values += 1;
    if (this.#values > MAX_VALUES) return this.#end([], `has more than ${MAX_VALUES.toLocaleString('en')} values`);
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
      return value;
    if (!Array.isArray(value) && !isPlainObject(value)) return this.#refuse(value);
    if (this.#around.length >= MAX_DEPTH) return this.#refuseDepth(value);
    this.#around.push(value);
    const copied = Array.isArray(value) ? this.#copyList(value) : this.#copyObject(value);
    this.#around.pop();
    return copied;
  }

  #copyList(list: readonly unknown[]): unknown[] {
    // Unlike `map`, it does not leave out what is missing.
    return Array.from(list, (each, at) => this.#copyAt(at, each));
  }

  #copyObject(object: object): object {
    const copied: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(object)) {
      // It would replace the prototype of the copy, and names nothing.
      if (name !== '__proto__') copied[name] = this.#copyAt(name, each);
    }
    return copied;
  }

  #copyAt(key: string | number, value: unknown): unknown {
    this.#path.push(key);
    const copied = this.copy(value);
    this.#path.pop();
    return copied;
  }

  #refuse(value: unknown): undefined {
    const remedy = 'give it a text, a number, true or false, a list or an object';
    this.problems.push({
      path: [...this.#path],
      message: `is nothing that JSON can hold (${nameOf(value)}); ${remedy}`,
    });
    this.#isEnded = this.problems.length >= MAX_PROBLEMS;
  }

  /** Told of the variable as a whole, since the path would have as many names. */
  #refuseDepth(value: unknown): undefined {
    const isCircular = this.#around.includes(value);
    const levels = MAX_DEPTH.toLocaleString('en');
    this.#end(this.#path.slice(0, 1), isCircular ? 'contains itself' : `is nested more than ${levels} levels deep`);
  }

  /** The others could be as many, at the same depth. */
  #end(path: JsonProblem['path'], message: string): undefined {
    this.problems.push({ path, message });
    this.#isEnded = true;
  }
}

/** Never the value itself. */
function nameOf(value: unknown): string {
  if (typeof value === 'number' || value === undefined) return String(value);
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`;
  const { name } = value.constructor as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? `an object of the class ${name}` : 'an object of a class';
}
