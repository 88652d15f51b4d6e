/** What a condition comes to, also where variables were never set or have no value: README of `src/model/expressions`. */
import type { Condition, Term } from './condition.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A condition that can not be decided: it counts on what is missing, or gives neither true nor false. */
export class Undecided extends Error {
  readonly variables: readonly string[];

  /** @param variables that it counts on and that were never set */
  constructor(variables: readonly string[]) {
    super(`undecided for want of ${variables.join(', ') || 'a value'}`);
    this.variables = variables;
  }
}

/** @throws {Undecided} */
export function isTrue(condition: Condition, values: Values): boolean {
  if (condition.language !== 'feel') return new JuelTruth(values).of(condition);
  return decideFeel(readFeel(condition, values));
}

/** @throws {Undecided} */
export function decideFeel({ value, missing }: FeelReading): boolean {
  if (missing.length > 0 || value === null) throw new Undecided(missing);
  return value;
}

/** A conditional event is not met while it counts on what has no value. */
export function isMet(condition: Condition, values: Values): boolean {
  try {
    return isTrue(condition, values);
  } catch (error) {
    if (error instanceof Undecided) return false;
    throw error;
  }
}

/** A variable that decides by itself. @throws {Undecided} */
export function isSet(variable: string, values: Values): boolean {
  return isTrue({ test: 'is', variable, value: true, language: 'juel' }, values);
}

const compareNumbers = (one: number, other: number) => ({
  '<': one < other,
  '<=': one <= other,
  '>': one > other,
  '>=': one >= other,
  '=': one === other,
  '!=': one !== other,
});

/** JUEL reads from left to right and stops where it is decided; what it reads has to be there. */
class JuelTruth {
  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  of(condition: Condition): boolean {
    switch (condition.test) {
      case 'is': {
        const value = this.#read(condition.variable);
        if (typeof condition.value !== 'boolean') return value === condition.value;
        if (typeof value !== 'boolean') throw new Undecided([]);
        return value === condition.value;
      }
      case 'above':
        return this.#number(condition.variable) > condition.limit;
      case 'between':
        return this.#number(condition.variable) >= condition.from && this.#number(condition.variable) <= condition.to;
      case 'compare': {
        const [one, other] = [this.#term(condition.left), this.#term(condition.right)];
        if (one !== null && other !== null) return compareNumbers(one, other)[condition.by];
        if (condition.by === '=') return one === other;
        if (condition.by === '!=') return one !== other;
        throw new Undecided([]);
      }
      case 'holds':
        return this.#list(condition.list).includes(condition.person);
      case 'not':
        return !this.of(condition.of);
      case 'both':
        return condition.of.every((each) => this.of(each));
      case 'either':
        return condition.of.some((each) => this.of(each));
      case 'if':
        return this.of(condition.of[this.of(condition.of[0]) ? 1 : 2]);
    }
  }

  #read(name: string): unknown {
    if (!(name in this.#values)) throw new Undecided([name]);
    return this.#values[name];
  }

  #number(name: string): number {
    const value = this.#read(name);
    if (value === null) throw new Undecided([]);
    return asNumber(name, value);
  }

  #list(name: string): readonly unknown[] {
    const value = this.#read(name);
    if (value === null) throw new Undecided([]);
    return asList(name, value);
  }

  /** Null stands for nothing beside an operator, and may be compared. */
  #term(term: Term): number | null {
    switch (term.term) {
      case 'variable': {
        const value = this.#read(term.name);
        return value === null ? null : asNumber(term.name, value);
      }
      case 'number':
        return term.value;
      case 'count':
        return this.#list(term.list).length;
      case 'sum':
      case 'product': {
        const [one, other] = term.of.map((each) => this.#term(each));
        if (one == null || other == null) throw new Undecided([]);
        return term.term === 'sum' ? one + other : one * other;
      }
    }
  }
}

interface FeelReading {
  readonly value: boolean | null;
  /** What it counts on and was never set. */
  readonly missing: readonly string[];
}

/** Of what `and` and `or` join, one side may decide alone. */
export function readFeel(condition: Condition, values: Values): FeelReading {
  if (condition.test !== 'both' && condition.test !== 'either') {
    const missing = new Set<string>();
    const value = feelValue(condition, values, missing);
    return { value, missing: [...missing] };
  }
  return joinFeel(
    condition.of.map((each) => readFeel(each, values)),
    condition.test === 'either',
  );
}

/** @param deciding the value that decides alone: true of `or`, false of `and` */
export function joinFeel(sides: readonly FeelReading[], deciding: boolean): FeelReading {
  if (sides.some(({ value, missing }) => value === deciding && missing.length === 0)) {
    return { value: deciding, missing: [] };
  }
  const isKnown = sides.every(({ value }) => value !== null);
  return { value: isKnown ? !deciding : null, missing: sides.flatMap(({ missing }) => missing) };
}

/** @returns null where FEEL gives null. @param missing gets the names that are read and were never set */
function feelValue(condition: Condition, values: Values, missing: Set<string>): boolean | null {
  const read = (name: string): unknown => {
    if (!(name in values)) missing.add(name);
    return values[name] ?? null;
  };
  const term = (each: Term): number | null => {
    switch (each.term) {
      case 'variable': {
        const value = read(each.name);
        return value === null ? null : asNumber(each.name, value);
      }
      case 'number':
        return each.value;
      case 'count': {
        const list = read(each.list);
        return list === null ? null : asList(each.list, list).length;
      }
      case 'sum':
      case 'product': {
        const [one, other] = each.of.map(term);
        if (one == null || other == null) return null;
        return each.term === 'sum' ? one + other : one * other;
      }
    }
  };
  switch (condition.test) {
    case 'is': {
      const value = read(condition.variable);
      if (typeof condition.value !== 'boolean') return value === condition.value;
      return typeof value === 'boolean' ? value === condition.value : null;
    }
    case 'above': {
      const value = read(condition.variable);
      return value === null ? null : asNumber(condition.variable, value) > condition.limit;
    }
    case 'between': {
      const value = read(condition.variable);
      if (value === null) return null;
      const number = asNumber(condition.variable, value);
      return number >= condition.from && number <= condition.to;
    }
    case 'compare': {
      const [one, other] = [term(condition.left), term(condition.right)];
      if (one !== null && other !== null) return compareNumbers(one, other)[condition.by];
      if (condition.by === '=') return one === other;
      return condition.by === '!=' ? one !== other : null;
    }
    case 'holds': {
      const list = read(condition.list);
      return list === null ? null : asList(condition.list, list).includes(condition.person);
    }
    case 'not': {
      const value = feelValue(condition.of, values, missing);
      return value === null ? null : !value;
    }
    case 'both':
    case 'either': {
      const deciding = condition.test === 'either';
      const sides = condition.of.map((each) => feelValue(each, values, missing));
      return joinFeel(
        sides.map((value) => ({ value, missing: [] })),
        deciding,
      ).value;
    }
    case 'if': {
      // FEEL takes null for false here.
      const chosen = condition.of[feelValue(condition.of[0], values, missing) === true ? 1 : 2];
      return feelValue(chosen, values, missing);
    }
  }
}

function asNumber(name: string, value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`${name} is no number`);
  return value;
}

function asList(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} is no list`);
  return value;
}
