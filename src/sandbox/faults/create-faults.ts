import { randomInt } from 'node:crypto';
import type { TrafficEntry } from '../http/traffic.ts';
import type { FaultPlan, FaultRule, ReadFaultRule } from './fault-rule.ts';
import { FAULTS, type FaultCall, type FaultName, KNOWN_FAULTS, type KnownFault } from './known-faults.ts';
import { readFaultPlan } from './read-fault-plan.ts';

/** Faults that the center injects. */
export interface Faults {
  /** Every available fault, with the calls that it can strike and its options. */
  readonly known: readonly KnownFault[];
  /** The current rules in their order, with how often each has struck. */
  readonly active: readonly ActiveFault[];
  /** Seed of the random numbers; random when the plan gives none. The same seed repeats a run. */
  readonly seed: number;
  /**
   * Replaces all rules; calls that are held or unanswered remain so.
   * @throws {InputError} `ERR_INPUT_INVALID`: every problem is in `details.problems`, the rules are unchanged
   */
  set(plan: FaultPlan): void;
  /**
   * Adds a rule after the others, which keep their counts.
   * @param newSeed with it, the random numbers of all rules begin again
   * @throws {InputError} `ERR_INPUT_INVALID`: every problem is in `details.problems`, the rules are unchanged
   */
  add(rule: FaultRule, newSeed?: number): void;
  /** Removes the rule with this id, if there is one; the others keep their counts. The last one is removed as by `clear`. */
  remove(id: number): void;
  /** Removes all rules. The callback cipher gets its original key again; rotated keys of id tokens stay. */
  clear(): void;
}

/** A current rule and what it has done. */
export interface ActiveFault {
  /** Unique among the rules, from their start to the next `set` or `clear`. */
  readonly id: number;
  /** With its defaults. */
  readonly rule: FaultRule;
  /** Number of calls it has struck. */
  readonly struck: number;
  /** Number of calls it has yet to strike; undefined for a rule with a probability. */
  readonly left: number | undefined;
}

/** A fault that applies to a call, with its options. */
export type Strike = ReadFaultRule & {
  /** A random number from 0 to below 1, for other choices of the fault. */
  readonly drawn: number;
};

/** The faults as the parts of the sandbox use them. */
export interface LiveFaults extends Faults {
  /**
   * The fault that strikes this call, if any; the strike is counted.
   * @param canStrike whether a fault is possible for this call; one that is not is skipped
   */
  strike(call: FaultCall, canStrike?: (fault: FaultName) => boolean): Strike | undefined;
}

interface LiveRule {
  readonly id: number;
  readonly rule: ReadFaultRule;
  /** Number of calls of each kind that it could have struck. */
  readonly seen: Map<FaultCall, number>;
  struck: number;
}

const SEEDS = 0x1_0000_0000;

interface FaultHooks {
  /** Why this sandbox cannot apply a rule; undefined when it can. */
  readonly refuseRule: (rule: ReadFaultRule) => string | undefined;
  /** Called when the rules are removed. */
  readonly onClear: () => void;
  /** Called when the rules change, and when one strikes. */
  readonly onChange: () => void;
}

export function createFaults({ refuseRule, onClear, onChange }: FaultHooks): LiveFaults {
  let seed = randomInt(SEEDS);
  let rules: LiveRule[] = [];
  let added = 0;

  function begin(rule: ReadFaultRule): LiveRule {
    const id = added;
    added += 1;
    return { id, rule, seen: new Map(), struck: 0 };
  }

  function wouldStrike({ id, rule, seen, struck }: LiveRule, call: FaultCall): boolean {
    const n = seen.get(call) ?? 0;
    seen.set(call, n + 1);
    if (rule.next !== undefined) return struck < rule.next;
    return draw(seed, `${id}/${call}`, n) < (rule.probability ?? 0);
  }

  function clear(): void {
    rules = [];
    added = 0;
    onClear();
    onChange();
  }

  return {
    known: KNOWN_FAULTS,
    get active() {
      return rules.map(({ id, rule, struck }) => ({
        id,
        // What was read from a rule is one, with what it left out.
        rule: structuredClone<object>(rule) as FaultRule,
        struck,
        left: rule.next === undefined ? undefined : rule.next - struck,
      }));
    },
    get seed() {
      return seed;
    },
    set(plan) {
      const read = readFaultPlan(plan, refuseRule);
      seed = read.seed ?? randomInt(SEEDS);
      added = 0;
      rules = read.rules.map(begin);
      onChange();
    },
    add(given, newSeed) {
      const read = readFaultPlan({ rules: [given], ...(newSeed === undefined ? {} : { seed: newSeed }) }, refuseRule);
      if (read.seed !== undefined) {
        seed = read.seed;
        for (const { seen } of rules) seen.clear();
      }
      rules = [...rules, ...read.rules.map(begin)];
      onChange();
    },
    remove(id) {
      const others = rules.filter((each) => each.id !== id);
      if (others.length === rules.length) return;
      if (others.length === 0) {
        clear();
        return;
      }
      rules = others;
      onChange();
    },
    clear,
    strike(call, canStrike = () => true) {
      // Every rule draws a number, so that one rule does not affect the numbers of the next.
      const willing = rules.filter((live) => {
        const { fault, calls } = live.rule;
        const possible: readonly FaultCall[] = calls ?? FAULTS[fault].calls;
        return possible.includes(call) && canStrike(fault) && wouldStrike(live, call);
      });
      const [first] = willing;
      if (first === undefined) return undefined;
      first.struck += 1;
      onChange();
      return { ...first.rule, drawn: draw(seed, `choice/${first.rule.fault}`, first.struck) };
    },
  };
}

/**
 * The n-th number of a stream, from 0 to below 1; the same in every run with the same seed. Each rule has a stream of
 * its own for each kind of call, so that the numbers do not depend on the order in which kinds of calls alternate.
 * Mulberry32, by Tommy Ettinger, in the public domain.
 */
function draw(seed: number, stream: string, n: number): number {
  const state = (hash(`${seed}/${stream}`) + Math.imul(n + 1, 0x6d2b79f5)) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** Writes into the traffic entry which fault struck the call, with its options; never a key. */
export function noteStrike(entry: TrafficEntry, strike: Strike | undefined): void {
  if (strike === undefined) return;
  const { fault, calls: _calls, probability: _probability, next: _next, drawn: _drawn, ...rest } = strike;
  const options = Object.entries(rest).filter(([name, value]) => name !== 'key' && value !== undefined);
  entry.fault = fault;
  if (options.length > 0) entry.faultOptions = Object.fromEntries(options);
}
