/** Parts of several schemas. What others send is read as generously as it stays unambiguous, and only what is used is asked for. */
import { z } from 'zod';
import { MAX_SUMMARIES } from './constants.ts';
import { isWireTime } from './wire-time.ts';

/** A whole number, also one that is written as text: `"2005"`, `"-1"`. */
export const AnswerInteger = z.union(
  [
    z.int(),
    z
      .string()
      .trim()
      .regex(/^[+-]?\d{1,15}$/)
      .transform(Number),
  ],
  { error: 'must be a whole number' },
);

/** A text, also one that is written as a number: an account, a phone number or an id of digits alone. */
export const AnswerText = z.union([z.string(), z.number().transform(String)], { error: 'must be a text' });

/** Words that nothing but a log or an operator reads: empty where there are none, or they are no text. */
export const AnswerWords = AnswerText.default('').catch('');

/** A time of the wire, `yyyy-MM-dd HH:mm:ss`, that stands in the calendar; its time zone is known to the two sides. */
export const WireTime = z.string().refine(isWireTime, 'must be a time of the form yyyy-MM-dd HH:mm:ss');
export type WireTime = z.infer<typeof WireTime>;

/** One summary entry, `title|content`: the title is not empty, the content may be, and may hold the separator. */
const SummaryText = z.string().regex(/^[^|]+\|/, 'must have the form title|content');

export const Summaries = z.array(SummaryText).max(MAX_SUMMARIES);
export type Summaries = z.infer<typeof Summaries>;

/**
 * Reads JSON `null` as an absent field, one level deep, before a schema looks at an object.
 * The spec speaks of both alike: a missing parameter is reported as "is null", and `times` null is no limit.
 */
export function nullIsAbsent(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** Whether a JSON value is an object, and neither null nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
