/** Shared parts of schemas. Input from the center is read as tolerantly as is unambiguous, and only used fields are required. */
import * as z from 'zod';
import { MAX_SUMMARIES } from './constants.ts';
import { isWireTime } from './wire-time.ts';

/** The schemas of the fields of an interface, so that neither has one that the other lacks. */
export type FieldsOf<Fields> = { readonly [Name in keyof Fields]-?: z.ZodType<Fields[Name]> };

/** A whole number, also as text: `"2005"`, `"-1"`. */
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

/** A text, also as a number: an account, a phone number or an id that consists of digits. */
export const AnswerText = z.union([z.string(), z.number().transform(String)], { error: 'must be a text' });

/** A text only for logs and operators: empty if it is missing or invalid. */
export const AnswerWords = AnswerText.default('').catch('');

/** A valid date and time, `yyyy-MM-dd HH:mm:ss`, in the time zone of the center. */
export const WireTime = z.string().refine(isWireTime, 'must be a time of the form yyyy-MM-dd HH:mm:ss');

/** One summary entry, `title|content`: the title must not be empty; the content may be empty or contain the separator. */
const SummaryText = z.string().regex(/^[^|]+\|/, 'must have the form title|content');

export const Summaries = z.array(SummaryText).max(MAX_SUMMARIES);

/**
 * Reads JSON `null` as an absent field, one level deep, before a schema looks at an object.
 * The spec treats both alike: a missing parameter is reported as "is null", and `times` null means no limit.
 */
export function nullIsAbsent(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** Whether a JSON value is an object, and neither null nor an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
