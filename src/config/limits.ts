import * as z from 'zod';
import type { ShapeOf } from '../read-options.ts';

/** Limits of a step. */
export interface LimitOptions {
  /**
   * Longest time of a step in milliseconds, from 100 to 60 000. A step that takes longer is ended, also in the middle of an
   * expression, and fails with `ERR_STEP_TOO_LONG`; the instance is unchanged. Default: 5 000.
   */
  readonly stepMs?: number;
  /** The most instances that a multi-instance may have, up to 100 000; more fail the step. Default: 1 000. */
  readonly multiInstance?: number;
  /**
   * How many moves a token may make in one step before it waits, each from one node to the next, from 100 to 1 000 000: a
   * loop in which nothing waits then fails the step with `ERR_STEP_FAILED`, and the instance is unchanged. Raise it, and
   * `stepMs`, for loops that have an end after more moves. Default: 20 000.
   */
  readonly moves?: number;
}

export const DEFAULT_LIMITS: Required<LimitOptions> = { stepMs: 5_000, multiInstance: 1_000, moves: 20_000 };

/** Node's timers, and a person who waits for an answer, need it shorter than a minute. */
const MAX_STEP_MS = 60_000;

export const limits = z.strictObject({
  stepMs: z.int().min(100).max(MAX_STEP_MS).default(DEFAULT_LIMITS.stepMs),
  multiInstance: z.int().min(1).max(100_000).default(DEFAULT_LIMITS.multiInstance),
  moves: z.int().min(100).max(1_000_000).default(DEFAULT_LIMITS.moves),
} satisfies ShapeOf<LimitOptions>);
