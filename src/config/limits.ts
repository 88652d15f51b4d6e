import * as z from 'zod';

/** Node's timers, and a person who waits for an answer, need it shorter than a minute. */
const MAX_STEP_MS = 60_000;

export const limits = z.strictObject({
  stepMs: z.int().min(100).max(MAX_STEP_MS).default(5_000),
  multiInstance: z.int().min(1).max(100_000).default(1_000),
});
