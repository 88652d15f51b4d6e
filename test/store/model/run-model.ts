import fc from 'fast-check';
import type { Real } from './command.ts';
import { COMPARE_COMMANDS, expectSame } from './compare.ts';
import { JOB_COMMANDS } from './job-commands.ts';
import { LEASE_COMMANDS } from './lease-commands.ts';
import { createModel } from './model.ts';
import { OUTBOX_COMMANDS } from './outbox-commands.ts';
import { RECORD_COMMANDS } from './record-commands.ts';
import { STEP_COMMANDS } from './step-commands.ts';

const MOST_COMMANDS = 70;

const anyCommand = fc.oneof(
  ...[STEP_COMMANDS, LEASE_COMMANDS, JOB_COMMANDS, OUTBOX_COMMANDS, RECORD_COMMANDS, COMPARE_COMMANDS].flat(),
);

export interface ModelRun {
  readonly runs: number;
  readonly seed: number;
  /** An empty store for one sequence, and what comes after. */
  readonly open: () => Promise<Real & { readonly done: () => Promise<void> }>;
}

/** Runs random sequences of operations on a store, and fails with the shortest one found that the model knows otherwise. */
export async function runAgainstModel({ runs, seed, open }: ModelRun): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.commands([anyCommand], { maxCommands: MOST_COMMANDS, size: 'max' }), async (commands) => {
      const real = await open();
      try {
        const model = createModel();
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await expectSame(model, real.store);
      } finally {
        await real.done();
      }
    }),
    { numRuns: runs, seed },
  );
}
