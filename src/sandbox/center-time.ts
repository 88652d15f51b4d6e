const SHAPE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** By time zone: to make one takes far longer than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The center's clock as it writes it, `yyyy-MM-dd HH:mm:ss`. Swedish dates are written in exactly that form. */
export function centerTime(epochMs: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(epochMs);
}

/** The short form `yy-MM-dd hh:mm:ss` written in full, of this century; any other text as it is. */
export function inFull(text: string): string {
  return isShortCenterTime(text) ? `20${text}` : text;
}

/** The form the spec shows in taskData. Its `hh` is read as the hour of the day: nothing there says which half. */
export function isShortCenterTime(text: string): boolean {
  return isCenterTime(`20${text}`);
}

/** Whether a text is a `yyyy-MM-dd HH:mm:ss` whose day exists in its month. */
export function isCenterTime(text: string): boolean {
  if (!SHAPE.test(text) || text.startsWith('0000')) return false;
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}
