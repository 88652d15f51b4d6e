/** The bridge under every fault of the sandbox: each for the next calls, and then by a probability. */
import { afterEach, expect, it } from 'vitest';
import { FAULT_CASES } from './fault-cases.ts';
import type { FaultRun } from './fault-run.ts';
import { judge } from './judge.ts';
import { createRunOf, strikeRun } from './run-case.ts';

let run: FaultRun | undefined;
afterEach(async () => {
  await run?.[Symbol.asyncDispose]();
});

it.each(FAULT_CASES)('ends right under $title', async (faultCase) => {
  run = await createRunOf(faultCase);
  await strikeRun(run, faultCase);
  const { parked, unconfirmed } = await judge(run);
  expect(parked > 0).toBe(faultCase.parked ?? false);
  // What a status answer told first, the report tells again: a creation is then refused as one that is there.
  if (!faultCase.mayBeUnconfirmed && !faultCase.asksForStates) {
    expect(unconfirmed > 0).toBe(faultCase.unconfirmed ?? false);
  }
});
