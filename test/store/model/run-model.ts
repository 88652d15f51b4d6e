import fc from 'fast-check';
import type { Real, StoreCommand } from './command.ts';
import { COMPARE_COMMANDS, expectSame } from './compare.ts';
import { EXPIRY_COMMANDS } from './expiry-commands.ts';
import { JOB_COMMANDS } from './job-commands.ts';
import { LEASE_COMMANDS, leasesOf } from './lease-commands.ts';
import { createModel } from './model.ts';
import { OUTBOX_COMMANDS } from './outbox-commands.ts';
import { RECORD_COMMANDS } from './record-commands.ts';
import { STEP_COMMANDS } from './step-commands.ts';
import { TIMER_COMMANDS } from './timer-commands.ts';
import { WORK_COMMANDS } from './work-commands.ts';

const MOST_COMMANDS = 70;

type Commands = readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<StoreCommand> }[];

const sequenceOf = (...commands: readonly Commands[]) =>
  fc.commands([fc.oneof(...commands.flat())], { maxCommands: MOST_COMMANDS, size: 'max' });

/** Of everything, and of what has to come together for some of it to happen at all. */
const anySequence = fc.oneof(
  sequenceOf(
    ...[STEP_COMMANDS, LEASE_COMMANDS, JOB_COMMANDS, TIMER_COMMANDS, WORK_COMMANDS],
    ...[OUTBOX_COMMANDS, RECORD_COMMANDS, EXPIRY_COMMANDS, COMPARE_COMMANDS],
  ),
  sequenceOf(
    ...[TIMER_COMMANDS, TIMER_COMMANDS, LEASE_COMMANDS, leasesOf('timerStarts')],
    ...[RECORD_COMMANDS, EXPIRY_COMMANDS, COMPARE_COMMANDS],
  ),
  sequenceOf(STEP_COMMANDS, WORK_COMMANDS, WORK_COMMANDS, EXPIRY_COMMANDS, EXPIRY_COMMANDS, LEASE_COMMANDS),
  sequenceOf(STEP_COMMANDS, LEASE_COMMANDS, leasesOf('outbox'), OUTBOX_COMMANDS, OUTBOX_COMMANDS, COMPARE_COMMANDS),
);

export interface ModelRun {
  readonly runs: number;
  readonly seed: number;
  /** After so long the shortest failing sequence that was found until then is told. */
  readonly limitMs: number;
  /** An empty store for one sequence, and what comes after. */
  readonly open: () => Promise<Real & { readonly done: () => Promise<void> }>;
}

/** Runs random sequences of operations on a store, and fails with the shortest one found that the model knows otherwise. */
export async function runAgainstModel({ runs, seed, limitMs, open }: ModelRun): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anySequence, async (commands) => {
      const real = await open();
      try {
        const model = createModel();
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await expectSame(model, real.store);
      } finally {
        await real.done();
      }
    }),
    { numRuns: runs, seed, interruptAfterTimeLimit: limitMs, markInterruptAsFailure: true },
  );
}
