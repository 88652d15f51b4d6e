import { z } from 'zod';
import type { RetentionOptions } from './bridge-options.ts';
import { whenObject } from './fields.ts';

const DEFAULTS = {
  /** A quarter: whoever looks into a case, or reads the history once a month, still finds everything. */
  instanceDays: 90,
  /** A year, and a month to speak about it: people look at what they handled a year ago. */
  statusDays: 400,
} as const;

/** A century. Times in milliseconds stay far from what a database counts to. */
const MAX_DAYS = 36_500;

const days = z.int().positive().max(MAX_DAYS);

/** Option `retention`. A day at least: until then a center may repeat a press, and hear the first answer again. */
export const retention = z
  .strictObject({
    instanceDays: days.default(DEFAULTS.instanceDays),
    statusDays: days.default(DEFAULTS.statusDays),
  } satisfies Record<keyof RetentionOptions, z.ZodType>)
  .refine(({ instanceDays, statusDays }) => !(statusDays < instanceDays), {
    path: ['statusDays'],
    error: 'must not be shorter than instanceDays',
    when: whenObject,
  });
