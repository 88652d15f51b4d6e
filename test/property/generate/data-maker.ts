import { COMPARISONS, type Condition, type Language, negate, type Term } from '../conditions/condition.ts';
import { isTrue } from '../conditions/condition-truth.ts';
import { CALM } from '../conditions/data.ts';
import type { Random } from '../random.ts';

const LANGUAGES = ['juel', 'words', 'feel'] as const;
const PEOPLE = ['amy', 'bob', 'cid', 'dan'] as const;

/** Makes conditions over the variables that change while a process runs. */
export class DataMaker {
  /** Decides by itself what reads them, so that the rest is the same without it. */
  readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** @param calm what it says where every variable leads to the end */
  makeCondition(calm: boolean): Condition {
    const condition = this.#make(this.random.pick(LANGUAGES), 2);
    return isTrue(condition, CALM) === calm ? condition : negate(condition);
  }

  /** The same for some of the gateways, whatever decides at the others. */
  makeInstead(count: number, isForward: boolean): readonly Condition[] | undefined {
    return this.random.chance(0.4) ? this.makeWays(count, isForward) : undefined;
  }

  /**
   * Conditions of a gateway's ways, of which the first is true where all is calm.
   * @param isForward whether the first leads forward; else it is what is false there
   */
  makeWays(count: number, isForward: boolean): Condition[] {
    const language = this.random.pick(LANGUAGES);
    if (count > 1 && this.random.chance(0.3)) return this.#makeTested(count, language);
    const made = this.makeCondition(isForward);
    // The button of a default flow beside it would set the number to null.
    const isNumber = made.test === 'is' && typeof made.value === 'number';
    const first: Condition = isNumber ? { test: 'both', of: [made, made], language: made.language } : made;
    return [first, ...Array.from({ length: count - 1 }, () => this.#makeUntested())];
  }

  /** All of them test one variable, so that a task before them has a button for each. */
  #makeTested(count: number, language: Language): Condition[] {
    if (count > 2 || this.random.chance(0.5)) {
      return ['one', 'two', 'three']
        .slice(0, count)
        .map((value) => ({ test: 'is', variable: 'word1', value, language }) as const);
    }
    const variable = this.random.pick(['yes1', 'yes2'] as const);
    const calm = CALM[variable] === true;
    return [calm, !calm].map((value) => ({ test: 'is', variable, value, language }) as const);
  }

  /** None that a button could set. */
  #makeUntested(): Condition {
    const condition = this.#make(this.random.pick(LANGUAGES), 2);
    return condition.test === 'is'
      ? { ...condition, test: 'either', of: [condition, this.#leaf(condition.language)] }
      : condition;
  }

  /** @returns one that says anything where all is calm */
  makeAny(): Condition {
    return this.#make(this.random.pick(LANGUAGES), 1);
  }

  #make(language: Language, depth: number): Condition {
    if (depth === 0 || this.random.chance(0.5)) return this.#leaf(language);
    const inner = () => this.#make(language, depth - 1);
    const test = this.random.pick(['both', 'either', 'not', 'if'] as const);
    if (test === 'not') return negate(inner());
    if (test === 'if') return { test, of: [inner(), inner(), inner()], language };
    return { test, of: [inner(), inner()], language };
  }

  #leaf(language: Language): Condition {
    const random = this.random;
    const test = random.pick(['truth', 'truth', 'word', 'number', 'compare', 'compare', 'between', 'holds'] as const);
    switch (test) {
      case 'truth':
        return { test: 'is', variable: random.pick(['yes1', 'yes2'] as const), value: random.chance(0.7), language };
      case 'word':
        return { test: 'is', variable: 'word1', value: random.pick(['one', 'two'] as const), language };
      case 'number':
        return { test: 'is', variable: random.pick(['num1', 'num2'] as const), value: random.pick([2, 4]), language };
      case 'compare':
        // Beside `=` a sum, else it would be one that a button can set.
        return {
          ...{ test, left: this.#term(1), by: random.pick(COMPARISONS), language },
          right: random.chance(0.5)
            ? { term: 'count', list: 'team1' }
            : { term: 'sum', of: [this.#term(0), this.#term(0)] },
        };
      case 'between':
        return { test, variable: random.pick(['num1', 'num2'] as const), from: 1, to: random.pick([2, 4]), language };
      case 'holds':
        return { test, list: 'team1', person: random.pick(PEOPLE), language };
    }
  }

  #term(depth: number): Term {
    const random = this.random;
    const term = random.pick(['variable', 'variable', 'number', 'count', 'sum', 'product'] as const);
    switch (term) {
      case 'number':
        return { term, value: random.below(6) };
      case 'count':
        return { term, list: 'team1' };
      case 'sum':
      case 'product':
        if (depth > 0) return { term, of: [this.#term(depth - 1), this.#term(depth - 1)] };
        return { term: 'variable', name: 'num2' };
      case 'variable':
        return { term, name: random.pick(['num1', 'num2'] as const) };
    }
  }
}
