/** A cron pattern without the Quartz forms that the cron library does not support. */
export interface SpelledCron {
  readonly pattern: string;
  /** `L-3`: only this many days before the last of a month. */
  readonly daysBeforeLast?: number;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** The range of a field, and the names of its values. */
interface Field {
  readonly first: number;
  readonly last: number;
  readonly names: readonly string[];
}

/**
 * Replaces ranges that wrap around (`FRI-MON`, `22-2`, `NOV-FEB`; Quartz, CronExpression) by lists of values, and `L-n` by
 * the list of possible days.
 * @param firstWeekday the number of Sunday
 */
export function spellOutCron(text: string, firstWeekday: 0 | 1): SpelledCron {
  const given = text.split(/\s+/);
  if (given.length < 5) return { pattern: text };
  const kinds = fieldKinds(firstWeekday).slice(given.length === 5 ? 1 : 0);
  const fields = given.map((field, index) => {
    const kind = kinds[index];
    return kind === undefined
      ? field
      : field
          .split(',')
          .map((part) => unwrap(part, kind))
          .join();
  });
  const at = given.length === 5 ? 2 : 3;
  const before = /^L-(\d{1,2})$/i.exec(fields[at] ?? '')?.[1];
  if (before === undefined || Number(before) > 30) return { pattern: fields.join(' ') };
  const days = [28, 29, 30, 31].flatMap((last) => (last > Number(before) ? last - Number(before) : []));
  return { pattern: fields.with(at, days.join()).join(' '), daysBeforeLast: Number(before) };
}

function fieldKinds(firstWeekday: 0 | 1): readonly Field[] {
  const count = (first: number, last: number, names: readonly string[] = []): Field => ({ first, last, names });
  return [
    count(0, 59),
    count(0, 59),
    count(0, 23),
    count(1, 31),
    count(1, 12, MONTHS),
    count(firstWeekday, firstWeekday + 6, WEEKDAYS),
  ];
}

function unwrap(part: string, { first, last, names }: Field): string {
  const [, from = '', to = '', step = '1'] = /^(\w+)-(\w+)(?:\/(\d+))?$/.exec(part) ?? [];
  const start = numberOf(from, first, names);
  const end = numberOf(to, first, names);
  // The library refuses values outside the range of the field.
  if (start === undefined || end === undefined || start <= end || start > last || end < first) return part;
  const size = last - first + 1;
  const values = Array.from({ length: end + size - start + 1 }, (_, index) => first + ((start + index - first) % size));
  return values.filter((_, index) => Number(step) > 0 && index % Number(step) === 0).join();
}

function numberOf(text: string, first: number, names: readonly string[]): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names.indexOf(text.toUpperCase());
  return index === -1 ? undefined : first + index;
}
