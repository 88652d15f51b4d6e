import type { Rule } from '../draw/graph.ts';
import type { Random } from '../random.ts';
import type { DataMaker } from './data-maker.ts';
import type { Dice } from './maker.ts';
import type { Signing, SigningRule } from './shape.ts';

/** What the people of a multi-instance activity do. */
export type SigningUse = 'services' | 'sign' | 'vote' | 'again' | 'multi' | 'compute';

const PEOPLE = ['amy', 'bob', 'cid', 'dan', 'eve'] as const;

export function makeSigning({ random, sharing, data }: Dice, use: SigningUse): Signing {
  return changeSigning(data, makeFixed(random, sharing, use), use);
}

/** Some are over a variable that changes while people sign, or over as soon as a condition is true. */
function changeSigning(data: DataMaker, signing: Signing, use: SigningUse): Signing {
  const { random } = data;
  const isRead = random.chance(use === 'vote' || use === 'sign' ? 0.3 : 0.4) && signing.over !== 'number';
  const [any, someone] = signing.over === 'list' ? (['crew1', 'crew2'] as const) : (['size1', 'size2'] as const);
  // What is asked again until it approves must have somebody who does.
  const reads = use === 'again' || random.chance(0.4) ? someone : any;
  const changed = isRead ? { ...signing, reads } : signing;
  if (!random.chance(signing.shared ? 0.12 : 0.3) || use === 'vote' || use === 'again' || use === 'compute')
    return changed;
  const counter = random.chance(0.5) ? ({ of: 'completed', atLeast: 1 + random.below(3) } as const) : undefined;
  return { ...changed, completion: { kind: 'data', condition: data.makeAny(), ...(counter && { counter }) } };
}

/** @param sharing decides by itself who shares a task, so that the rest is the same without it */
function makeFixed(random: Random, sharing: Random, use: SigningUse): Signing {
  const sequential = random.chance(0.4);
  const over = random.pick(['list', 'list', 'number', 'variable'] as const);
  const people = Array.from({ length: makeCount(random, use) }, (_, index) => PEOPLE[index] ?? `p${index}`);
  if (people.length > 1 && random.chance(0.35)) people[1] = people[0] ?? 'amy';
  const completion = makeCompletion(random, use, sequential);
  const mayShare = /^(sign|vote|again)$/.test(use) && !sequential && over === 'list';
  if (mayShare && sharing.chance(use === 'again' ? 0.95 : 0.8)) return makeShared(sharing, use);
  return { sequential, over, people, shared: false, ...(completion && { completion }) };
}

/** Nobody decides no vote: what reads a list that stays empty would never go on. */
const COUNTS_OF_SHARED = {
  sign: [0, 0, 1, 2, 2, 3, 3, 4],
  vote: [1, 1, 2, 2, 3, 3, 3, 4],
  again: [1, 2, 3],
} as const;

/** One task for all signers; often so that one signature does not decide. */
function makeShared(random: Random, use: SigningUse): Signing {
  const count = random.pick(COUNTS_OF_SHARED[use === 'again' || use === 'vote' ? use : 'sign']);
  const people: string[] = PEOPLE.slice(0, count);
  if (count > 1 && random.chance(0.35)) people[random.below(count)] = random.pick(people);
  const completion = makeCompletion(random, use, false, ['rule', 'rule', 'rule', 'counter', 'flag', 'flag']);
  return { sequential: false, over: 'list', people, shared: true, ...(completion && { completion }) };
}

/** A rule that one of three signers does not meet by signing, or none. */
export function makeUndecided({ sharing: random, data }: Dice): SigningRule | undefined {
  const language = random.pick(['juel', 'feel'] as const);
  return random.pick<SigningRule | undefined>([
    undefined,
    { kind: 'flag' },
    { kind: 'data', condition: data.makeAny() },
    { kind: 'rule', rule: { kind: 'count', count: 2 } },
    { kind: 'rule', rule: { kind: 'percent', percent: random.pick([50, 60, 100]) } },
    { kind: 'counter', counter: { of: 'completed', atLeast: 2 }, language },
    { kind: 'counter', counter: { of: 'share', atLeast: 0.6 }, language },
  ]);
}

/** More people than the engine begins with at a time; mostly so that few of them are enough. */
export function makeCrowd(random: Random, use: 'sign' | 'vote'): Signing {
  const people = Array.from({ length: 51 + random.below(10) }, (_, index) => `p${index}`);
  const shared = random.chance(0.2);
  const sequential = !shared && random.chance(0.3);
  const over = shared ? 'list' : random.pick(['list', 'number', 'variable'] as const);
  const rule = random.pick<Rule>([{ kind: 'any' }, { kind: 'count', count: 3 }, { kind: 'percent', percent: 6 }]);
  const isWhole = random.chance(use === 'vote' ? 0.3 : 0.2);
  return { sequential, over, people, shared, ...(!isWhole && { completion: { kind: 'rule', rule } }) };
}

function makeCount(random: Random, use: SigningUse): number {
  if (use === 'multi') return random.pick([0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
  const count = random.pick([0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4]);
  if (use === 'vote') return Math.max(1, count);
  return use === 'again' ? Math.max(1, Math.min(count, 4)) : count;
}

function makeCompletion(
  random: Random,
  use: SigningUse,
  sequential: boolean,
  kinds: readonly Exclude<SigningRule['kind'], 'data'>[] = ['rule', 'rule', 'rule', 'counter', 'flag'],
): SigningRule | undefined {
  if (use === 'compute' || random.chance(use === 'multi' ? 0.4 : 0.25)) return undefined;
  if (use === 'vote' || use === 'again') return { kind: 'rule', rule: makeRule(random) };
  const kind = use === 'services' ? 'counter' : random.pick(use === 'multi' ? (['rule', 'counter'] as const) : kinds);
  if (kind === 'rule') return { kind, rule: makeRule(random) };
  if (kind === 'flag') return { kind };
  const language = random.pick(['juel', 'feel'] as const);
  const of = random.pick(sequential ? (['completed', 'share'] as const) : (['completed', 'share', 'active'] as const));
  switch (of) {
    case 'completed':
      return { kind, counter: { of, atLeast: 1 + random.below(3) }, language };
    case 'share':
      return { kind, counter: { of, atLeast: random.pick([0.25, 0.5, 0.6, 1]) }, language };
    case 'active':
      return { kind, counter: { of, atMost: random.below(3) }, language };
  }
}

function makeRule(random: Random): Rule {
  const kind = random.pick(['all', 'any', 'count', 'percent'] as const);
  if (kind === 'count') return { kind, count: 1 + random.below(4) };
  if (kind === 'percent') return { kind, percent: random.pick([10, 34, 50, 60, 66.7, 100]) };
  return { kind };
}
