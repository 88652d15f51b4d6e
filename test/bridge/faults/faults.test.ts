/** The bridge under every fault of the sandbox: each for the next calls, and then by a probability. */
import { afterEach, expect, it } from 'vitest';
import type { FaultRule } from '../../../src/sandbox/faults/fault-rule.ts';
import { FAULT_CASES } from './fault-cases.ts';
import { createFaultRun, type FaultRun } from './fault-run.ts';
import { judge } from './judge.ts';

const SEED = 20_260_301;
let run: FaultRun | undefined;
afterEach(async () => {
  await run?.[Symbol.asyncDispose]();
});

it.each(FAULT_CASES)('ends right under $title', async (faultCase) => {
  const { rule, probability, next, asksForStates = false, centerTimeoutMs } = faultCase;
  run = await createFaultRun({ asksForStates, ...(centerTimeoutMs === undefined ? {} : { centerTimeoutMs }) });
  const { faults } = run.world.sandbox;
  await run.start('leave-approval', 'purchase');
  await run.finish({ rules: [{ ...rule, next } as FaultRule] });
  expect(faults.active).toMatchObject([{ struck: next, left: 0 }]);
  faults.set({ seed: SEED, rules: [{ ...rule, probability } as FaultRule] });
  await run.start('leave-approval', 'contract', 'purchase');
  await run.finish();
  expect(faults.active[0]?.struck).toBeGreaterThan(0);
  faults.clear();
  await run.finish();
  const { parked, unconfirmed } = judge(run);
  expect(parked > 0).toBe(faultCase.parked ?? false);
  // What a status answer told first, the report tells again: a creation is then refused as one that is there.
  if (!faultCase.mayBeUnconfirmed && !asksForStates) expect(unconfirmed > 0).toBe(faultCase.unconfirmed ?? false);
});
