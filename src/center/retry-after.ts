/**
 * Reads a Retry-After header (RFC 9110, 10.2.3): seconds, or a date, which is counted from `now`.
 * @returns milliseconds, never negative; undefined when absent or neither of the two
 */
export function readRetryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse takes many forms, negative numbers among them; a date of HTTP begins with a day's name.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
