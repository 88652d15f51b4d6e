import { decideFeel, isSet, isTrue, joinFeel, readFeel, type Values } from '../conditions/condition-truth.ts';
import type { Completion, Counter, Many, Rule } from '../draw/graph.ts';

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

/**
 * BPMN 2.0, 13.3.6: the condition is looked at whenever an inner instance completes; without one, all complete.
 * @param isAsked whether it is looked at even when all have completed
 */
export function isComplete({ completion }: Many, tally: Tally, values: Values, isAsked: boolean): boolean {
  const isWhole = tally.completed >= tally.size;
  if (!completion || (isWhole && !isAsked)) return isWhole;
  return isCompletionMet(completion, tally, values) || isWhole;
}

function isCompletionMet(completion: Completion, tally: Tally, values: Values): boolean {
  switch (completion.kind) {
    case 'rule':
      return tally.completed >= neededOf(completion.rule, tally.size);
    case 'flag':
      return isSet(completion.variable, values);
    case 'counter':
      return isReached(completion.counter, tally);
    case 'data': {
      const { condition, counter } = completion;
      if (!counter) return isTrue(condition, values);
      if (condition.language !== 'feel') return isTrue(condition, values) || isReached(counter, tally);
      return decideFeel(
        joinFeel([readFeel(condition, values), { value: isReached(counter, tally), missing: [] }], true),
      );
    }
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
