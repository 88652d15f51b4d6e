import * as z from 'zod';
import type { ShapeOf } from '../read-options.ts';
import type * as Options from './bridge-options.ts';
import { count, ms, whenObject } from './fields.ts';

const DEFAULTS = {
  /** An item has a few kilobytes, so a call stays below the limit of common proxies, 1 MB. */
  batchSize: 50,
  retryMinMs: 1_000,
  /** A recovered center is detected within five minutes, and a failing one is not called more often. */
  outboxRetryMaxMs: 300_000,
  /** Short enough to retry while people wait for the result. */
  jobRetryMaxMs: 60_000,
  /** With delays that double from one second, about 15 seconds in total. */
  maxAttempts: 5,
  jobTimeoutMs: 30_000,
  /** More than the timeout of a job, so that no running job is leased again. */
  jobLeaseMs: 60_000,
  /** A delivery makes at most four calls of the center, and starts in the first half of its lease. */
  outboxLeaseMs: 120_000,
  /** About a gigabyte of reports, enough for a center that fails for days. */
  maxUndelivered: 100_000,
  /** Services mostly wait for I/O; but each result is a step, and SQLite has a single writer. */
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
  } satisfies ShapeOf<Options.OutboxOptions>)
  .refine(({ retryMinMs, retryMaxMs }) => !(retryMaxMs < retryMinMs), pauses);

export const jobs = z
  .strictObject({
    maxAttempts: count.default(DEFAULTS.maxAttempts),
    retryMinMs: ms.default(DEFAULTS.retryMinMs),
    retryMaxMs: ms.default(DEFAULTS.jobRetryMaxMs),
    timeoutMs: ms.default(DEFAULTS.jobTimeoutMs),
    leaseMs: ms.default(DEFAULTS.jobLeaseMs),
    concurrency: count.default(DEFAULTS.concurrency),
  } satisfies ShapeOf<Options.JobOptions>)
  .refine(({ retryMinMs, retryMaxMs }) => !(retryMaxMs < retryMinMs), pauses)
  .refine(({ leaseMs, timeoutMs }) => !(leaseMs <= timeoutMs), {
    path: ['leaseMs'],
    error: 'must be longer than timeoutMs',
    when: whenObject,
  });
