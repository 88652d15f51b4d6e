import { setTimeout as pause } from 'node:timers/promises';
import { EXAMPLES } from '../world/crash-world.ts';
import { AGREE, COUNSEL, HELP, REMINDER, watchOf } from './diagrams.ts';
import type { Disturbance } from './load-run.ts';

/** Instances that the timer of these diagrams starts. */
export const WATCHES = 5;
export const TROUBLED_DIAGRAMS: readonly string[] = [
  ...[...EXAMPLES, REMINDER, AGREE, COUNSEL, HELP],
  watchOf(WATCHES, 'PT0.7S'),
];

const BETWEEN_MS = 1_500;

/** One trouble after the other, with pauses in between. */
export function inTurn(troubles: readonly (() => Promise<void>)[]): Disturbance {
  let times = 0;
  let failure: string | undefined;
  let isBegun = false;
  const run = async () => {
    for (const trouble of troubles) {
      await pause(BETWEEN_MS);
      await trouble();
      times += 1;
    }
  };
  return {
    get times() {
      return times;
    },
    get goesOn() {
      return times < troubles.length;
    },
    get isOver() {
      return times === troubles.length;
    },
    get failure() {
      return failure;
    },
    tend() {
      if (isBegun) return;
      isBegun = true;
      run().catch((error: unknown) => {
        failure = String(error);
      });
    },
  };
}
