import { expect, it } from 'vitest';
import { createRandom } from '../../support/random.ts';
import { AT_RANDOM, CHECKPOINTS, type Checkpoint, type Trap, type Work } from './checkpoints.ts';
import { createKillPlan, ENOUGH } from './kill-plan.ts';

const NOTHING: Work = { steps: 0, jobs: 0, deliveries: 0 };
const A_STEP: Work = { steps: 1, jobs: 0, deliveries: 0 };

it('sends one kill of five at most to where nothing is in flight, also while traps wait and others fall', () => {
  const random = createRandom(5);
  const plan = createKillPlan(random);
  let waiting = 0;
  let idle = 0;
  for (let turn = 0; turn < 3_000; turn += 1) {
    const { trap, mayBeIdle } = plan.nextTrap(waiting);
    const checkpoint = trap.checkpoints[0] ?? AT_RANDOM;
    if (!mayBeIdle) plan.landed({ checkpoint, work: A_STEP });
    else if (waiting < 2 && random.below(2) === 0) waiting += 1;
    else {
      for (const _ of Array.from({ length: waiting + 1 })) plan.landed({ checkpoint, work: NOTHING });
      idle += waiting + 1;
      waiting = 0;
    }
    expect(plan.shareAtWork).toBeGreaterThanOrEqual(4 / 5);
  }
  expect(idle).toBeGreaterThan(100);
});

it('hits every place five times in a thousand kills, although some are passed far less often than others', () => {
  const random = createRandom(6);
  const plan = createKillPlan(random);
  /** A place is passed as often as it stands here; what a bridge does in a second are so many. */
  const passed = CHECKPOINTS.flatMap((place, index): Checkpoint[] =>
    Array.from({ length: 1 + Math.floor(100 / (1 + index)) }, () => place),
  );
  const fallsAt = ({ checkpoints, latestMs, skip }: Trap): Checkpoint => {
    let left = skip;
    for (let passes = 0; passes < latestMs / 10; passes += 1) {
      const place = passed[random.below(passed.length)] ?? AT_RANDOM;
      if (!checkpoints.includes(place)) continue;
      if (left === 0) return place;
      left -= 1;
    }
    return AT_RANDOM;
  };
  while (plan.kills < 1_000) {
    const { trap, mayBeIdle } = plan.nextTrap(0);
    if (mayBeIdle) plan.landed({ checkpoint: trap.checkpoints[0] ?? AT_RANDOM, work: NOTHING });
    else plan.landed({ checkpoint: fallsAt(trap), work: A_STEP });
    const outside = plan.nextOutside();
    if (outside) plan.landedOutside(outside);
  }
  expect(plan.rarerThan(ENOUGH)).toEqual([]);
});
