import type { Condition, Term } from './condition.ts';
import type { Counter, Many, Rule } from './graph.ts';

export type Values = Readonly<Record<string, unknown>>;

export function isTrue(condition: Condition, values: Values): boolean {
  switch (condition.test) {
    case 'is':
      return values[condition.variable] === condition.value;
    case 'above':
      return Number(values[condition.variable] ?? 0) > condition.limit;
    case 'between':
      return (
        numberIn(values, condition.variable) >= condition.from && numberIn(values, condition.variable) <= condition.to
      );
    case 'compare':
      return compare(numberOf(condition.left, values), numberOf(condition.right, values))[condition.by];
    case 'holds':
      return listIn(values, condition.list).includes(condition.person);
    case 'not':
      return !isTrue(condition.of, values);
    case 'both':
      return condition.of.every((each) => isTrue(each, values));
    case 'either':
      return condition.of.some((each) => isTrue(each, values));
    case 'if':
      return isTrue(condition.of[isTrue(condition.of[0], values) ? 1 : 2], values);
  }
}

const compare = (one: number, other: number) => ({
  '<': one < other,
  '<=': one <= other,
  '>': one > other,
  '>=': one >= other,
  '=': one === other,
  '!=': one !== other,
});

function numberOf(term: Term, values: Values): number {
  switch (term.term) {
    case 'variable':
      return numberIn(values, term.name);
    case 'number':
      return term.value;
    case 'count':
      return listIn(values, term.list).length;
    case 'sum':
      return numberOf(term.of[0], values) + numberOf(term.of[1], values);
    case 'product':
      return numberOf(term.of[0], values) * numberOf(term.of[1], values);
  }
}

function numberIn(values: Values, name: string): number {
  const value = values[name];
  if (typeof value !== 'number') throw new TypeError(`${name} is no number`);
  return value;
}

function listIn(values: Values, name: string): readonly unknown[] {
  const value = values[name];
  if (!Array.isArray(value)) throw new TypeError(`${name} is no list`);
  return value;
}

/** Who the iterations are for, and how many there are: read once, when they begin. */
export interface Size {
  readonly count: number;
  readonly people: readonly string[];
}

/** @returns undefined where the variable says neither who nor how many */
export function readSize({ over }: Many, values: Values): Size | undefined {
  if (over.kind === 'list') {
    const people = values[over.variable];
    return Array.isArray(people) ? { count: people.length, people } : undefined;
  }
  const count = over.variable === undefined ? over.count : Number(values[over.variable]);
  return Number.isInteger(count) && count >= 0 ? { count, people: [] } : undefined;
}

/** What the people of one countersign have done. */
export interface Tally {
  readonly size: number;
  readonly completed: number;
  readonly approvals: number;
  readonly rejections: number;
}

/** BPMN 2.0, 13.3.6: the condition is looked at whenever an inner instance completes; without one, all complete. */
export function isComplete({ completion }: Many, tally: Tally, values: Values): boolean {
  if (tally.completed >= tally.size) return true;
  if (!completion) return false;
  switch (completion.kind) {
    case 'rule':
      return tally.completed >= neededOf(completion.rule, tally.size);
    case 'flag':
      return values[completion.variable] === true;
    case 'counter':
      return isReached(completion.counter, tally);
    case 'data':
      return (
        isTrue(completion.condition, values) ||
        (completion.counter !== undefined && isReached(completion.counter, tally))
      );
  }
}

function isReached(counter: Counter, { size, completed }: Tally): boolean {
  if (counter.of === 'completed') return completed >= counter.atLeast;
  if (counter.of === 'share') return completed / size >= counter.atLeast;
  return size - completed <= counter.atMost;
}

/** Design 4: over as soon as the rule is met or cannot be met any more; without a rule all must approve. */
export function countVotes({ completion }: Many, tally: Tally): 'approve' | 'reject' | undefined {
  const needed = neededOf(completion?.kind === 'rule' ? completion.rule : { kind: 'all' }, tally.size);
  if (tally.approvals >= needed) return 'approve';
  return tally.size - tally.rejections < needed ? 'reject' : undefined;
}

/** More than there are people: all of them. Of nobody, any and a number are never reached. */
function neededOf(rule: Rule, size: number): number {
  switch (rule.kind) {
    case 'all':
      return size;
    case 'any':
      return 1;
    case 'count':
      return size > 0 && rule.count > size ? size : rule.count;
    case 'percent':
      return Math.ceil((size * rule.percent) / 100 - 1e-9);
  }
}
