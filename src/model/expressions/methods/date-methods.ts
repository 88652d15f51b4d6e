import { addToInstant, DATE_UNITS, readInstant, startOfDay } from '../date-time.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { toNumber } from '../juel/juel-coerce.ts';
import { type Method, type Methods, methods } from './method.ts';

const isBefore: Method<string> = (text, [other]) => instantOf(text) < instantOf(other);
const isAfter: Method<string> = (text, [other]) => instantOf(text) > instantOf(other);
const epochMs: Method<string> = (text) => instantOf(text);

const additions = DATE_UNITS.flatMap((unit): [string, Method<string>][] => [
  [`plus${unit}/1`, (text, [count], zone) => addToInstant(instantOf(text), unit, toNumber(count ?? null), zone)],
  [`minus${unit}/1`, (text, [count], zone) => addToInstant(instantOf(text), unit, -toNumber(count ?? null), zone)],
]);

/** Methods of Joda and Java dates, for the texts that `now()` and `dateTime()` return. */
export const DATE_METHODS: Methods<string> = methods({
  ...Object.fromEntries(additions),
  'toDate/0': (text) => {
    instantOf(text);
    return text;
  },
  'getTime/0': epochMs,
  'getMillis/0': epochMs,
  'withTimeAtStartOfDay/0': (text, _, zone) => startOfDay(instantOf(text), zone),
  'isBefore/1': isBefore,
  'before/1': isBefore,
  'isAfter/1': isAfter,
  'after/1': isAfter,
});

function instantOf(value: unknown): number {
  const instant = readInstant(value);
  if (instant === undefined) throw new EvaluationError('a text is not a date and time with an offset');
  return instant;
}
