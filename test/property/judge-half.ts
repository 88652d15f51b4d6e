import { expect, test } from 'vitest';
import { runProcesses } from './run-processes.ts';
import { makeHotSubject } from './subjects/hot-subject.ts';
import { makeRecoveredSubject } from './subjects/recovered-subject.ts';

export const runs = Number(process.env.ORACLE_RUNS ?? 60);
export const seed = Number(process.env.ORACLE_SEED ?? 1);

/** Judges the product, recovered before every step and alive, and the net beside it, over one half of the random processes. */
export function judgeHalf(half: 0 | 1): void {
  const middle = Math.ceil(runs / 2);
  const [from, count] = half === 0 ? [0, middle] : [middle, runs - middle];
  test(`processes ${from} to ${from + count - 1} of seed ${seed} report what BPMN says, alive and recovered`, async () => {
    const { failures } = await runProcesses({
      from,
      runs: count,
      seed,
      makers: [makeRecoveredSubject, makeHotSubject],
      mostFailures: 3,
      shrink: true,
    });
    expect(failures.join('\n\n')).toBe('');
    // As a whole it takes many minutes, on a slow machine more than half an hour: not before CI is stopped anyway.
  }, 5_400_000);
}
