import { expect } from 'vitest';
import type { FaultRule } from '../../../src/sandbox/index.ts';
import type { FaultCase } from './fault-cases.ts';
import { createFaultRun, type FaultRun, type FaultRunOptions } from './fault-run.ts';

const PROCESSES = ['leave-approval', 'contract', 'purchase', 'openings'] as const;
const FIRST = ['leave-approval', 'purchase'] as const;
const SEED = 20_260_301;

export function createRunOf(
  { asksForStates, centerTimeoutMs }: FaultCase,
  options: FaultRunOptions = {},
): Promise<FaultRun> {
  return createFaultRun({
    asksForStates: asksForStates ?? false,
    ...(centerTimeoutMs === undefined ? {} : { centerTimeoutMs }),
    ...options,
  });
}

/** Lets the fault strike the next calls, and then by its probability, until all has come to an end without it. */
export async function strikeRun(run: FaultRun, { rule, probability, next }: FaultCase): Promise<void> {
  const { faults } = run.world.sandbox;
  await run.start(...FIRST);
  await run.finish({ rules: [{ ...rule, next } as FaultRule] });
  expect(faults.active).toMatchObject([{ struck: next, left: 0 }]);
  faults.set({ seed: SEED, rules: [{ ...rule, probability } as FaultRule] });
  await run.start(...PROCESSES);
  await run.finish();
  expect(faults.active[0]?.struck).toBeGreaterThan(0);
  faults.clear();
  await run.finish();
}
