/** Assertions with the names of common test frameworks, because the suite runs without one. */
import { inspect } from 'node:util';

/** A matcher within an expected value. */
class Pattern {
  readonly #matches: (received: unknown) => boolean;
  readonly #words: string;

  constructor(words: string, matches: (received: unknown) => boolean) {
    this.#words = words;
    this.#matches = matches;
  }

  matches(received: unknown): boolean {
    return this.#matches(received);
  }

  [inspect.custom](): string {
    return this.#words;
  }
}

/** The observed value differs from the expected one; the message contains both. */
class ExpectationError extends Error {}

interface Expectations {
  toBe(expected: unknown): void;
  /** Properties that are undefined count as absent. */
  toEqual(expected: unknown): void;
  /** Compares the expected properties; objects may have more properties, but lists not more elements. */
  toMatchObject(expected: object): void;
  toContain(expected: unknown): void;
  toContainEqual(expected: unknown): void;
  toHaveLength(expected: number): void;
  toMatch(expected: RegExp | string): void;
  toBeUndefined(): void;
  toBeGreaterThan(expected: number): void;
  toBeGreaterThanOrEqual(expected: number): void;
  toBeLessThan(expected: number): void;
}

/** @param about prefix of the message */
function expectThat(received: unknown, about?: string): Expectations & { readonly not: Expectations } {
  return { ...expectations(received, about, true), not: expectations(received, about, false) };
}

function expectations(received: unknown, about: string | undefined, wanted: boolean): Expectations {
  const verify = (holds: boolean, words: string, ...expected: readonly unknown[]): void => {
    if (holds === wanted) return;
    const texts = [say(received), wanted ? words : `not ${words}`, ...expected.map(say)];
    throw new ExpectationError(`${about === undefined ? '' : `${about}: `}expected ${texts.join(' ')}`);
  };
  const number = Number(received);
  const list = Array.isArray(received) ? received : [];
  const length = (received as { readonly length?: unknown } | null | undefined)?.length;
  return {
    toBe: (expected) => verify(Object.is(received, expected), 'to be', expected),
    toEqual: (expected) => verify(isEqual(received, expected, false), 'to equal', expected),
    toMatchObject: (expected) => verify(isEqual(received, expected, true), 'to match', expected),
    toContain: (expected) =>
      verify(
        typeof received === 'string' ? received.includes(String(expected)) : list.includes(expected),
        'to contain',
        expected,
      ),
    toContainEqual: (expected) =>
      verify(
        list.some((each) => isEqual(each, expected, false)),
        'to contain',
        expected,
      ),
    toHaveLength: (expected) => verify(length === expected, 'to have the length', expected),
    toMatch: (expected) => verify(typeof received === 'string' && fits(received, expected), 'to match', expected),
    toBeUndefined: () => verify(received === undefined, 'to be absent'),
    toBeGreaterThan: (expected) => verify(number > expected, 'to be greater than', expected),
    toBeGreaterThanOrEqual: (expected) => verify(number >= expected, 'to be at least', expected),
    toBeLessThan: (expected) => verify(number < expected, 'to be less than', expected),
  };
}

function isEqual(received: unknown, expected: unknown, isPartial: boolean): boolean {
  if (expected instanceof Pattern) return expected.matches(received);
  if (Object.is(received, expected)) return true;
  if (!isObject(received) || !isObject(expected)) return false;
  if (Array.isArray(received) !== Array.isArray(expected)) return false;
  if (Array.isArray(received) && Array.isArray(expected) && received.length !== expected.length) return false;
  const names = new Set([...(isPartial ? [] : Object.keys(received)), ...Object.keys(expected)]);
  return [...names].every((name) => isEqual(received[name], expected[name], isPartial));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function fits(text: string, expected: RegExp | string): boolean {
  return typeof expected === 'string' ? text.includes(expected) : expected.test(text);
}

function say(value: unknown): string {
  return inspect(value, { depth: 8, breakLength: 100 });
}

const holds = (expected: object) => (received: unknown) =>
  isObject(received) &&
  Object.entries(expected).every(([name, value]) => name in received && isEqual(received[name], value, false));

export const expect = Object.assign(expectThat, {
  any: (type: typeof Number | typeof String | typeof Object | typeof Boolean) =>
    new Pattern(`any ${type.name}`, (received) =>
      type === Object ? isObject(received) : typeof received === type.name.toLowerCase(),
    ),
  arrayContaining: (expected: readonly unknown[]) =>
    new Pattern(
      `a list with ${say(expected)}`,
      (received) =>
        Array.isArray(received) && expected.every((value) => received.some((each) => isEqual(each, value, false))),
    ),
  objectContaining: (expected: object) => new Pattern(`an object with ${say(expected)}`, holds(expected)),
  stringContaining: (expected: string) => new Pattern(`a text with ${say(expected)}`, stringThat(expected)),
  stringMatching: (expected: RegExp) => new Pattern(`a text like ${say(expected)}`, stringThat(expected)),
});

function stringThat(expected: RegExp | string) {
  return (received: unknown): boolean => typeof received === 'string' && fits(received, expected);
}
