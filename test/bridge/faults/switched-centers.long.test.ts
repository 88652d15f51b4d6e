/**
 * Faults in centers that read the interface otherwise: where an answer is lost, the switches decide what the next one
 * says. `npm run test:switches` tries each of these faults in each of these centers.
 */
import { afterEach, expect, it } from 'vitest';
import type { FaultName, FaultRule } from '../../../src/sandbox/index.ts';
import { FAULT_CASES, type FaultCase } from './fault-cases.ts';
import type { FaultRun } from './fault-run.ts';
import { judge } from './judge.ts';
import { describeReading, READINGS, type Reading } from './readings.ts';
import { createRunOf, strikeRun } from './run-case.ts';

let run: FaultRun | undefined;
afterEach(async () => {
  await run?.[Symbol.asyncDispose]();
  run = undefined;
});

/** After them something comes again, unless it is parked. */
const NAMES: ReadonlySet<FaultName> = new Set([
  ...(['reset-after', 'time-out-after', 'answer-cut', 'http-error-after', 'outer-code-after'] as const),
  ...(['creation-failure', 'foreign-entry', 'token-revoked'] as const),
]);
const FAULTS = FAULT_CASES.filter(({ rule, parked }) => NAMES.has(rule.fault) && !parked);

/** One fault for each center: that under which it differs, else another one in turn. */
function isTried(faultCase: FaultCase, { shows }: Reading, index: number): boolean {
  if (process.env.SWITCHES === 'all') return true;
  if (shows !== undefined) return shows.under === faultCase.title;
  return FAULTS[index % FAULTS.length] === faultCase;
}

const TRIED = READINGS.flatMap((reading, index) =>
  FAULTS.filter((faultCase) => isTried(faultCase, reading, index)).map(
    (faultCase) => [faultCase.title, describeReading(reading), faultCase, reading] as const,
  ),
);

it.each(TRIED)('ends right under %s in a center with %s', async (title, _center, faultCase, reading) => {
  const { switches, asksForStates, shows } = reading;
  run = await createRunOf({ ...faultCase, ...(asksForStates && { asksForStates }) }, { switches });
  await strikeStart(run, faultCase);
  await strikeEnd(run, faultCase);
  await strikeRun(run, faultCase);
  const judged = await judge(run);
  if (shows?.under === title) expect({ judged, isSeen: shows.what(judged) }).toMatchObject({ isSeen: true });
});

/** What begins with two tasks may then be there by half. */
async function strikeStart({ world, start, finish }: FaultRun, { rule }: FaultCase): Promise<void> {
  world.sandbox.faults.set({ rules: [{ ...rule, next: 1 } as FaultRule] });
  await start('openings');
  await finish();
}

async function strikeEnd({ world, start, finish }: FaultRun, { rule }: FaultCase): Promise<void> {
  const { sandbox, press } = world;
  sandbox.faults.clear();
  await start('openings');
  await press('anna', 'plan');
  sandbox.faults.set({ rules: [{ calls: ['taskHandle'], ...rule, next: 1 } as FaultRule] });
  await press('bo', 'count');
  await finish();
}

it('every such center is tried, and every such fault is a case', () => {
  expect(new Set(FAULTS.map(({ rule }) => rule.fault))).toEqual(NAMES);
  const tried = new Set(TRIED.map(([, center]) => center)).size;
  expect(tried).toBeGreaterThanOrEqual(READINGS.length);
});
