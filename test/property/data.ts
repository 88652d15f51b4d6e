import type { Value } from './condition.ts';

/** A variable that many things of a process read, and that services, presses, messages and hosts change while it runs. */
export interface DataVariable {
  readonly name: string;
  /** With which every process can come to its end. */
  readonly calm: Value;
  /** What it may be set to. */
  readonly domain: readonly Value[];
}

const NUMBERS: readonly DataVariable[] = [
  { name: 'num1', calm: 2, domain: [0, 1, 2, 3, 5, 8] },
  { name: 'num2', calm: 4, domain: [-1, 0, 2, 4, 4, 6] },
];
const TRUTHS: readonly DataVariable[] = [
  { name: 'yes1', calm: true, domain: [true, false] },
  { name: 'yes2', calm: false, domain: [true, false] },
];
const WORDS: readonly DataVariable[] = [{ name: 'word1', calm: 'one', domain: ['one', 'two', 'three', 'other'] }];
const TEAMS: readonly DataVariable[] = [
  { name: 'team1', calm: ['amy', 'bob'], domain: [['amy', 'bob'], ['cid'], [], ['amy', 'cid', 'dan'], ['bob', 'bob']] },
];
/** Who signs, and how many: now and then something that nobody can sign. */
const CREWS: readonly DataVariable[] = [
  { name: 'crew1', calm: ['amy', 'bob'], domain: [['amy', 'bob'], ['cid', 'dan', 'eve'], [], ['bob', 'bob'], 'amy'] },
  { name: 'crew2', calm: ['eve', 'dan'], domain: [['eve', 'dan'], ['amy'], ['dan', 'amy', 'bob'], ['cid', 'eve']] },
];
const SIZES: readonly DataVariable[] = [
  { name: 'size1', calm: 2, domain: [0, 1, 2, 3, 'many', -1] },
  { name: 'size2', calm: 2, domain: [1, 2, 3] },
];
const PEOPLE: readonly DataVariable[] = [{ name: 'who1', calm: 'dan', domain: ['dan', 'eve', 'fay'] }];

export const DATA: readonly DataVariable[] = [...NUMBERS, ...TRUTHS, ...WORDS, ...TEAMS, ...CREWS, ...SIZES, ...PEOPLE];

export const CALM: Readonly<Record<string, Value>> = Object.fromEntries(DATA.map(({ name, calm }) => [name, calm]));

export const isData = (name: string): boolean => DATA.some((each) => each.name === name);
