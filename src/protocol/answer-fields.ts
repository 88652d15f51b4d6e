/** Fields of answers. What others send is read as generously as it stays unambiguous, and only what is used is asked for. */
import { z } from 'zod';

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
