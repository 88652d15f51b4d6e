/** Every fault of the sandbox that tells no lies, at once. */
import { afterEach, describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../src/sandbox/index.ts';
import { createCrashDatabase } from '../../crash/world/crash-database.ts';
import { DATABASE } from '../../support/tier.ts';
import { createFaultRun, type FaultRun } from './fault-run.ts';
import { judge } from './judge.ts';
import { describeReading, READINGS, type Reading } from './readings.ts';

let run: FaultRun | undefined;
afterEach(async () => {
  await run?.[Symbol.asyncDispose]();
});

const RULES: readonly FaultRule[] = [
  { fault: 'time-out-before', probability: 0.01 },
  { fault: 'time-out-after', probability: 0.01 },
  { fault: 'latency', ms: 10, probability: 0.05 },
  { fault: 'reset-before', probability: 0.05 },
  { fault: 'reset-after', probability: 0.05 },
  { fault: 'answer-cut', probability: 0.05 },
  { fault: 'http-error-before', status: 503, retryAfterSeconds: 2, probability: 0.05 },
  { fault: 'http-error-after', status: 500, probability: 0.05 },
  { fault: 'outer-code-before', code: 9, probability: 0.05 },
  { fault: 'outer-code-after', code: 9, probability: 0.05 },
  { fault: 'item-failure', code: 500, probability: 0.05 },
  { fault: 'creation-failure', code: 500, probability: 0.05 },
  { fault: 'foreign-entry', probability: 0.05 },
  { fault: 'token-expired', probability: 0.05 },
  { fault: 'token-revoked', probability: 0.05 },
  { fault: 'lost', probability: 0.05 },
  { fault: 'duplicate', probability: 0.1 },
  { fault: 'duplicate', together: true, probability: 0.1 },
  { fault: 'reordered', ms: 30, probability: 0.1 },
  { fault: 'late-click', ms: 100, probability: 0.1 },
  { fault: 'two-members', probability: 0.5 },
  { fault: 'wrong-cipher', probability: 0.1 },
  { fault: 'id-token-key-rotated', probability: 0.05 },
  { fault: 'id-token-key-rotated', keepsOld: false, probability: 0.05 },
];

/**
 * The same in every run, so that a change is judged by what it changes; FAULT_SEED takes another one, and the long run
 * draws them. What else the machine does meanwhile has its part in it all the same.
 */
const seed = Number(process.env.FAULT_SEED ?? 20_260_301);

/** In `npm run test:switches`, every center. */
const CENTERS: readonly Reading[] = [{ switches: {} }, ...(process.env.SWITCHES === 'all' ? READINGS : [])];

describe(`on ${DATABASE}`, () => {
  it.each(CENTERS.map((center) => [describeReading(center), center] as const))(
    `ends right under all faults at once in a center with %s, with the seed ${seed}`,
    async (_center, { switches }) => {
      run = await createFaultRun({
        database: await createCrashDatabase(DATABASE),
        asksForStates: true,
        centerTimeoutMs: 2_000,
        switches,
      });
      const { faults } = run.world.sandbox;
      faults.set({ seed, rules: RULES });
      for (let round = 0; round < 2; round += 1) {
        await run.start('leave-approval', 'contract', 'purchase', 'openings');
        await run.finish();
      }
      const kinds = new Set(faults.active.filter(({ struck }) => struck > 0).map(({ rule }) => rule.fault));
      expect(kinds.size).toBeGreaterThan(RULES.length / 3);
      await judge(run);
    },
  );
});
