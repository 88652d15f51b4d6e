import * as z from 'zod';
import type { ShapeOf } from '../read-options.ts';
import type { RetentionOptions } from './bridge-options.ts';
import { whenObject } from './fields.ts';

const DEFAULTS = {
  /** A quarter of a year, enough to investigate a case or to export the history once a month. */
  instanceDays: 90,
  /** A year and a month, because people look up tasks that they handled a year ago. */
  statusDays: 400,
} as const;

/** A century; times in milliseconds stay far below the limit of a bigint. */
const MAX_DAYS = 36_500;

const days = z.int().positive().max(MAX_DAYS);

/** Option `retention`. The minimum is a day, because until then a center may repeat a press and must get the first answer. */
export const retention = z
  .strictObject({
    instanceDays: days.default(DEFAULTS.instanceDays),
    statusDays: days.default(DEFAULTS.statusDays),
  } satisfies ShapeOf<RetentionOptions>)
  .refine(({ instanceDays, statusDays }) => !(statusDays < instanceDays), {
    path: ['statusDays'],
    error: 'must not be shorter than instanceDays',
    when: whenObject,
  });
