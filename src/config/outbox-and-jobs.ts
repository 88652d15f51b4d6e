import { z } from 'zod';
import type * as Options from './bridge-options.ts';
import { count, ms, whenObject } from './fields.ts';

const DEFAULTS = {
  /** Items have some kilobytes each: a call stays below the 1 MB that common proxies take. */
  batchSize: 50,
  retryMinMs: 1_000,
  /** A center that is back is noticed within five minutes, and a dead one is not called more often than that. */
  outboxRetryMaxMs: 300_000,
  /** A service is asked again while people still wait for what it does. */
  jobRetryMaxMs: 60_000,
  /** With pauses that double from a second on, a quarter of a minute of trying. */
  maxAttempts: 5,
  jobTimeoutMs: 30_000,
  /** Room above the time-out of a job, so that nobody takes over what is still being worked on. */
  jobLeaseMs: 60_000,
  /** A delivery makes at most four calls of the center, and begins in the first half of its lease. */
  outboxLeaseMs: 120_000,
  /** Some gigabyte of reports: a center that was away for days, not for ever. */
  maxUndelivered: 100_000,
  /** Services wait rather than compute, and each result is one more step for a database of one file. */
  concurrency: 10,
} as const;

const pauses = {
  path: ['retryMaxMs'],
  error: 'must not be shorter than retryMinMs',
  when: whenObject,
};

export const outbox = z
  .strictObject({
    batchSize: count.default(DEFAULTS.batchSize),
    retryMinMs: ms.default(DEFAULTS.retryMinMs),
    retryMaxMs: ms.default(DEFAULTS.outboxRetryMaxMs),
    maxItemAttempts: count.default(DEFAULTS.maxAttempts),
    leaseMs: ms.default(DEFAULTS.outboxLeaseMs),
    maxUndelivered: count.default(DEFAULTS.maxUndelivered),
  } satisfies Record<keyof Options.OutboxOptions, z.ZodType>)
  .refine(({ retryMinMs, retryMaxMs }) => !(retryMaxMs < retryMinMs), pauses);

export const jobs = z
  .strictObject({
    maxAttempts: count.default(DEFAULTS.maxAttempts),
    retryMinMs: ms.default(DEFAULTS.retryMinMs),
    retryMaxMs: ms.default(DEFAULTS.jobRetryMaxMs),
    timeoutMs: ms.default(DEFAULTS.jobTimeoutMs),
    leaseMs: ms.default(DEFAULTS.jobLeaseMs),
    concurrency: count.default(DEFAULTS.concurrency),
  } satisfies Record<keyof Options.JobOptions, z.ZodType>)
  .refine(({ retryMinMs, retryMaxMs }) => !(retryMaxMs < retryMinMs), pauses)
  .refine(({ leaseMs, timeoutMs }) => !(leaseMs <= timeoutMs), {
    path: ['leaseMs'],
    error: 'must be longer than timeoutMs',
    when: whenObject,
  });
