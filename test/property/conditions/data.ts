import type { Lack } from '../draw/graph.ts';
import type { Value } from './condition.ts';

/** A variable that many things of a process read, and that services, presses, messages and hosts change while it runs. */
export interface DataVariable {
  readonly name: string;
  /** With which every process can come to its end. */
  readonly calm: Value;
  /** What it may be set to. */
  readonly domain: readonly Value[];
  readonly lack?: Lack;
}

const NUMBERS: readonly DataVariable[] = [
  { name: 'num1', lack: 'value', calm: 2, domain: [0, 1, 2, 3, 5, 8] },
  { name: 'num2', lack: 'value', calm: 4, domain: [-1, 0, 2, 4, 4, 6] },
];
const TRUTHS: readonly DataVariable[] = [
  { name: 'yes1', lack: 'value', calm: true, domain: [true, false] },
  { name: 'yes2', lack: 'value', calm: false, domain: [true, false] },
];
const WORDS: readonly DataVariable[] = [
  { name: 'word1', lack: 'value', calm: 'one', domain: ['one', 'two', 'three', 'other'] },
];
const TEAMS: readonly DataVariable[] = [
  {
    name: 'team1',
    lack: 'start',
    calm: ['amy', 'bob'],
    domain: [['amy', 'bob'], ['cid'], [], ['amy', 'cid', 'dan'], ['bob', 'bob']],
  },
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
/** Which process is called. */
const COLORS: readonly DataVariable[] = [{ name: 'color1', calm: 'blue', domain: ['red', 'blue'] }];
const PEOPLE: readonly DataVariable[] = [{ name: 'who1', lack: 'start', calm: 'dan', domain: ['dan', 'eve', 'fay'] }];

/** Minutes, of what comes once and of what comes again and again. */
const MINUTES: readonly DataVariable[] = [
  { name: 'wait1', calm: 7, domain: [3, 7, 26, 61] },
  { name: 'wait2', calm: 125, domain: [61, 125, 340] },
];
const SPANS: readonly DataVariable[] = [{ name: 'span1', calm: 'PT9M', domain: ['PT9M', 'PT2M', 'PT40S'] }];
const DATES: readonly DataVariable[] = [
  {
    name: 'date1',
    calm: '2026-01-01T00:09:00Z',
    domain: ['2026-01-01T00:09:00Z', '2026-01-01T00:01:00Z', '2026-01-01T02:30:00Z'],
  },
];
const KEYS: readonly DataVariable[] = [{ name: 'key1', calm: 'order-1', domain: ['order-1', 'order-2', 'order-3'] }];

const SPAN_MS: Readonly<Record<string, number>> = { PT9M: 540_000, PT2M: 120_000, PT40S: 40_000 };

/** Milliseconds that a variable stands for: of a date since the epoch. */
export function readMs(value: unknown, as: 'minutes' | 'text'): number {
  if (as === 'minutes') return Number(value) * 60_000;
  const text = String(value);
  return SPAN_MS[text] ?? Date.parse(text);
}

export const DATA: readonly DataVariable[] = [
  ...NUMBERS,
  ...TRUTHS,
  ...WORDS,
  ...TEAMS,
  ...CREWS,
  ...SIZES,
  ...PEOPLE,
  ...COLORS,
  ...MINUTES,
  ...SPANS,
  ...DATES,
  ...KEYS,
];

export const CALM: Readonly<Record<string, Value>> = Object.fromEntries(DATA.map(({ name, calm }) => [name, calm]));

export const isData = (name: string): boolean => DATA.some((each) => each.name === name);
