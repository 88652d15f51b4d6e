import { randomInt } from 'node:crypto';
import type { FaultPlan, ReadFaultRule } from './fault-rule.ts';
import { FAULTS, type FaultCall, type FaultName, KNOWN_FAULTS, type KnownFault } from './known-faults.ts';
import { readFaultPlan } from './read-fault-plan.ts';

/** How the center misbehaves. */
export interface Faults {
  /** Every fault there is, with the calls it can strike and its options. */
  readonly known: readonly KnownFault[];
  /** The rules that are set, in their order, and how often each has struck. */
  readonly active: readonly ActiveFault[];
  /** What the rules draw with, drawn itself where the plan names none: with the same one a run can be made again. */
  readonly seed: number;
  /**
   * Replaces all rules; calls that are held or unanswered stay so.
   * @throws {InputError} `ERR_INPUT_INVALID`: every problem is in `details.problems`, the rules are as they were
   */
  set(plan: FaultPlan): void;
  /** Takes all rules away. The key of the callback cipher is the old one again; rotated keys of id tokens stay. */
  clear(): void;
}

/** A rule that is set, and what it did. */
export interface ActiveFault {
  /** With its defaults filled in. */
  readonly rule: ReadFaultRule;
  /** Calls it has struck. */
  readonly struck: number;
  /** Calls it has yet to strike; undefined where a probability decides. */
  readonly left: number | undefined;
}

/** A fault that strikes a call, with its options. */
export type Strike = ReadFaultRule & {
  /** From 0 to below 1, for what else is to be chosen. */
  readonly drawn: number;
};

/** The same, for those who are struck. */
export interface LiveFaults extends Faults {
  /**
   * The fault that strikes this call, if any; it is counted.
   * @param canStrike whether a fault could strike just this call: one that could not is passed over
   */
  strike(call: FaultCall, canStrike?: (fault: FaultName) => boolean): Strike | undefined;
}

interface LiveRule {
  readonly rule: ReadFaultRule;
  /** Calls of each kind that it could have struck. */
  readonly seen: Map<FaultCall, number>;
  struck: number;
}

const SEEDS = 0x1_0000_0000;

interface FaultHooks {
  /** What this sandbox cannot do of a rule. */
  readonly refuseRule: (rule: ReadFaultRule) => string | undefined;
  /** Called when the rules are taken away. */
  readonly onClear: () => void;
  /** Called when there are other rules, or one has struck. */
  readonly onChange: () => void;
}

export function createFaults({ refuseRule, onClear, onChange }: FaultHooks): LiveFaults {
  let seed = randomInt(SEEDS);
  let rules: LiveRule[] = [];

  function wouldStrike({ rule, seen, struck }: LiveRule, index: number, call: FaultCall): boolean {
    const n = seen.get(call) ?? 0;
    seen.set(call, n + 1);
    if (rule.next !== undefined) return struck < rule.next;
    return draw(seed, `${index}/${call}`, n) < (rule.probability ?? 0);
  }

  return {
    known: KNOWN_FAULTS,
    get active() {
      return rules.map(({ rule, struck }) => ({
        rule: structuredClone(rule),
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
      rules = read.rules.map((rule) => ({ rule, seen: new Map(), struck: 0 }));
      onChange();
    },
    clear() {
      rules = [];
      onClear();
      onChange();
    },
    strike(call, canStrike = () => true) {
      // All of them draw, so that what one rule does changes nothing for the next.
      const willing = rules.filter((live, index) => {
        const { fault, calls } = live.rule;
        const possible: readonly FaultCall[] = calls ?? FAULTS[fault].calls;
        return possible.includes(call) && canStrike(fault) && wouldStrike(live, index, call);
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
 * The n-th number that a stream draws, from 0 to below 1, and the same at every run with the same seed: each rule draws
 * for each kind of call from a stream of its own, so that the order in which calls of different kinds happen to come in
 * changes nothing. Mulberry32, by Tommy Ettinger, in the public domain.
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
