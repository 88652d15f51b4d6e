const SHAPE = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;
const DAY_MS = 86_400_000;

/**
 * Writes an instant as `yyyy-MM-dd HH:mm:ss` in a time zone; milliseconds are truncated.
 * @param epochMs between the years 1 and 9999
 * @param timeZone IANA name, e.g. `Asia/Shanghai`
 * @throws {RangeError} the time zone is unknown, or the year does not have four digits
 */
export function formatWireTime(epochMs: number, timeZone: string): string {
  const localMs = epochMs + offsetMs(epochMs, timeZone);
  const text = new Date(localMs).toISOString();
  if (text.length !== 24 || text.startsWith('0000')) throw new RangeError('the year must have four digits, from 0001');
  return text.slice(0, 19).replace('T', ' ');
}

/**
 * Parses `yyyy-MM-dd HH:mm:ss` in a time zone to epoch milliseconds.
 * Undefined for another format, an invalid date, and a local time that the time zone skips. An ambiguous local time is
 * the earlier of the two. So `formatWireTime` of the result always returns the text, and parsing a formatted time returns
 * the same second, except in the second pass of a repeated hour.
 * @throws {RangeError} the time zone is unknown
 */
export function parseWireTime(text: string, timeZone: string): number | undefined {
  const localMs = readFields(text);
  if (localMs === undefined) return undefined;
  // Offsets are less than a day, and no zone changes its offset twice within two days. So the offset is that of the day
  // before, of the same time in UTC, or of the day after.
  const instants = [-DAY_MS, 0, DAY_MS].map((shift) => localMs - offsetMs(localMs + shift, timeZone));
  const real = instants.filter((instant) => instant + offsetMs(instant, timeZone) === localMs);
  return real.length === 0 ? undefined : Math.min(...real);
}

/** Whether a text is a valid date and time of the form `yyyy-MM-dd HH:mm:ss`, in any time zone. */
export function isWireTime(text: string): boolean {
  return readFields(text) !== undefined;
}

/** Parses the fields as UTC; undefined if the format or the date is invalid. */
function readFields(text: string): number | undefined {
  const match = SHAPE.exec(text);
  if (match === null || match[1] === '0000') return undefined;
  const utc = new Date(text.replace(' ', 'T').concat('.000Z'));
  const exists = !Number.isNaN(utc.getTime()) && utc.toISOString().slice(0, 19).replace('T', ' ') === text;
  return exists ? utc.getTime() : undefined;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  // Cached, because creating a formatter takes a hundred times as long as using it; the number of time zones is limited.
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** Offset of the time zone to UTC at an instant. */
function offsetMs(epochMs: number, timeZone: string): number {
  const wholeSecond = Math.floor(epochMs / 1000) * 1000;
  const parts = clockOf(timeZone).formatToParts(wholeSecond);
  const field = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const isBeforeChrist = parts.some((part) => part.type === 'era' && part.value === 'BC');
  const local = new Date(0);
  local.setUTCFullYear(isBeforeChrist ? 1 - field('year') : field('year'), field('month') - 1, field('day'));
  local.setUTCHours(field('hour'), field('minute'), field('second'));
  return local.getTime() - wholeSecond;
}
