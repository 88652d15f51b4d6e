import { evaluate } from 'feelin';

/** Every way to write a date, a time or a duration has one of these. */
const WRITES_DATES = /\b(?:date|time|duration|now|today)\b|@/;
/** What authors write, to be evaluated in a known time. */
const LIKE_AUTHORS =
  '[date("2024-01-30") + duration("P1D"), date and time("2024-01-30T10:00:00@Europe/Berlin") + duration("PT1H")]';

let isPrepared = false;

/**
 * Where the text may have dates, evaluates some in advance. The first of a process costs 30 to 50 ms, several
 * times that on a slow machine, for the languages and time zones of the runtime: with it, `duration("P2D")` could reach
 * the limit of an expression.
 */
export function prepareDates(text: string): void {
  if (isPrepared || !WRITES_DATES.test(text)) return;
  evaluate(LIKE_AUTHORS, {});
  isPrepared = true;
}
