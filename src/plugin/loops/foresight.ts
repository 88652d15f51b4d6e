import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { EvaluationContext } from '../../model/expressions/evaluation-context.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { AllVariables } from '../variables/called-variables.ts';
import { isRepeatable, isSelfContained } from './is-repeatable.ts';
import { readLegs, walkAgain, walkRound } from './legs.ts';
import type { Round, RoundState } from './path-entry.ts';
import { repeatRound } from './repeat-round.ts';

/** What a way depends on besides variables. */
export interface Beyond {
  readonly model: ProcessModel;
  readonly context: EvaluationContext;
}

interface Ahead extends Beyond {
  /** How many of them matter. */
  readonly rounds: number;
}

/**
 * Looking ahead that takes longer is given up, and the engine goes on in its own time: a slow function of the host would
 * take twice as long in a loop that ends. It is a fifth of the default limit of a step.
 */
const MAX_MS = 1_000;

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
  return countRounds(rounds, repeat, () => {
    const again = repeat(last);
    // Something else may have set variables.
    return isDeepStrictEqual(again?.all, now) ? again : undefined;
  });
}

/**
 * The same of a loop of one token, whose rounds may differ in how they put together what it does between two nodes.
 * @param known its last rounds, as one
 * @returns how many of the next rounds are known
 */
export function countRoundsOfLegs(known: Round, now: AllVariables, { model, context, rounds }: Ahead): number {
  const legs = isSelfContained(model, known.path) ? readLegs(known.path) : undefined;
  if (!legs) return 0;
  return countRounds(
    rounds,
    (before) => walkRound(legs, before, context),
    () => {
      const again = walkAgain(legs, known, context);
      return isDeepStrictEqual(again?.all, now) ? again : undefined;
    },
  );
}

/** @param begin the state now, computed from that before the known rounds; undefined if it comes to another */
function countRounds(
  rounds: number,
  repeat: (before: RoundState) => RoundState | undefined,
  begin: () => RoundState | undefined,
): number {
  const until = performance.now() + MAX_MS;
  let round = 0;
  try {
    let before = begin();
    for (; before && round < rounds && performance.now() < until; round += 1) {
      const after = repeat(before);
      if (after === undefined) break;
      if (after.all === before.all && after.seen === before.seen) return rounds;
      before = after;
    }
  } catch {
    // The engine comes to the same error, if it gets there.
  }
  return round;
}
