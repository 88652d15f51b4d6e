const SHAPE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Formatters by time zone: creating one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant as the center writes it, `yyyy-MM-dd HH:mm:ss`; the Swedish locale has exactly this date format. */
export function centerTime(epochMs: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(epochMs);
}

/** Expands the short form `yy-MM-dd hh:mm:ss` to a year of this century; returns any other text unchanged. */
export function expandShortTime(text: string): string {
  return isShortCenterTime(text) ? `20${text}` : text;
}

/** The form that the spec shows in taskData. Its `hh` is read as the hour from 00 to 23: there is no AM or PM. */
export function isShortCenterTime(text: string): boolean {
  return isCenterTime(`20${text}`);
}

/** Whether a text has the form `yyyy-MM-dd HH:mm:ss` and is an existing date. */
export function isCenterTime(text: string): boolean {
  if (!SHAPE.test(text) || text.startsWith('0000')) return false;
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}
