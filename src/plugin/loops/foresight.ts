import { isDeepStrictEqual } from 'node:util';
import { runPureParts } from '../../time-limit.ts';
import type { AllVariables } from '../variables/called-variables.ts';
import type { Beyond } from './beyond.ts';
import { type Frame, isSameFrame } from './frame.ts';
import { isRepeatable } from './is-repeatable.ts';
import { type Legs, readLegs } from './legs.ts';
import { withoutCallsSince } from './name-calls.ts';
import type { Part } from './parts.ts';
import type { Round, RoundState } from './path-entry.ts';
import { repeatRound } from './repeat-round.ts';
import { type WalkState, walkRound } from './walk/walk-round.ts';

interface Ahead extends Beyond {
  /** How many of them matter. */
  readonly rounds: number;
}

/**
 * Looking ahead that takes longer is given up, and the engine goes on in its own time: a slow function of the host would
 * take twice as long in a loop that ends. With the run before that, it is less than a fifth of the default limit of a
 * step.
 */
const MAX_MS = 500;

/**
 * Computes what the next rounds of a loop set and decide, without the engine, for which a round is a hundred messages.
 * Functions of the host are called once more for each of these rounds, which a step that is repeated does as well.
 * @param known the last two rounds, which must have been the same; twice the last one, if nothing but its token moved in it
 * @returns how many of the next rounds are known to take the way of the last, at most `rounds`
 */
export function countSameRounds(
  known: readonly [Round, Round],
  now: AllVariables,
  { model, context, rounds }: Ahead,
): number {
  const [earlier, last] = known;
  if (!isRepeatable(model, last.path) || !isDeepStrictEqual(earlier.path, last.path)) return 0;
  const repeat = (before: RoundState) => repeatRound(last.path, before, context);
  // Most are not known to go on, which one round shows already: a limit would cost more.
  const again = unlessItFails(() => repeat(last));
  // Something else may have set variables.
  if (!again || !isDeepStrictEqual(again.all, now)) return 0;
  const first = unlessItFails(() => repeat(again));
  if (!first) return 0;
  return isSame(first, again) ? rounds : 1 + countRounds(rounds - 1, { begin: () => first, repeat, isSame });
}

/** Rounds of a loop of tokens that come to one again, where they went. */
export interface KnownRounds {
  readonly all: Round;
  readonly count: number;
  /** Of the node at which they begin. */
  readonly frame: Frame;
  /** Divided where one token is all that moves; none if others move beside it. */
  readonly parts: readonly Part[];
}

/**
 * The same of a loop whose rounds may differ: they are walked as tokens went before, and where they did not go yet, as the
 * diagram has it.
 * @returns how many of the next rounds are known
 */
export function countRoundsOfLegs(known: KnownRounds, now: AllVariables, { rounds, ...beyond }: Ahead): number {
  const legs = readLegs(known.all.path, known.parts, beyond);
  if (!legs) return 0;
  return countRounds(rounds, {
    begin: () => walkAgain(legs, known, now),
    repeat: (before) => walkRound(legs, before)?.after,
    isSame: (one, other) => isSame(one, other) && isSameFrame(one.frame, other.frame),
  });
}

/** @returns the state now; undefined if walking the rounds that are known comes to something else than they did */
function walkAgain(legs: Legs, { all, count, frame }: KnownRounds, now: AllVariables): WalkState | undefined {
  let state: WalkState = { ...all, frame };
  const nodes: string[] = [];
  for (let round = 0; round < count; round += 1) {
    const walked = walkRound(legs, state);
    if (!walked) return undefined;
    state = walked.after;
    nodes.push(...walked.nodes);
  }
  const [walked, came] = [state.all, now].map((each) => withoutCallsSince(each, all.all));
  return isDeepStrictEqual(nodes, legs.nodes) && isDeepStrictEqual(walked, came) ? state : undefined;
}

export interface Rounds<State> {
  /** The state now, computed from that before the known rounds; undefined if it comes to another. */
  begin(): State | undefined;
  repeat(before: State): State | undefined;
  isSame(one: State, other: State): boolean;
}

/** @returns how many of the next rounds are known */
export function countRounds<State>(rounds: number, { begin, repeat, isSame }: Rounds<State>): number {
  let round = 0;
  runPureParts(MAX_MS, () => {
    round = 0;
    for (let before = unlessItFails(begin); before && round < rounds; round += 1) {
      const state = before;
      const after = unlessItFails(() => repeat(state));
      if (!after) return;
      if (isSame(after, before)) round = rounds - 1;
      before = after;
    }
  });
  return round;
}

/** The engine comes to the same error, if it gets there. */
export function unlessItFails<State>(compute: () => State | undefined): State | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

function isSame(one: RoundState, other: RoundState): boolean {
  return one.all === other.all && one.seen === other.seen;
}
