import { ISODate } from '@0dep/piso';
import { formatWireTime, parseWireTime } from '../../protocol/wire-time.ts';

/**
 * Parses an ISO 8601 date in any form (`20260105T120000`, `2026-W02-1`) to epoch milliseconds. A time zone in brackets is
 * allowed, as in Java and RFC 9557: `2026-01-05T12:00:00[Europe/Berlin]`. An offset takes precedence over the zone.
 * @param timeZone for a date without an offset or zone; the parser would use the zone of the machine
 * @returns undefined if the local time does not exist in `timeZone` (daylight saving time); in a zone in brackets such a
 * time is one day after the same time on the day before, as in Java
 * @throws {Error} it is not a date, or its zone is unknown
 */
export function readIsoDate(text: string, timeZone: string): number | undefined {
  const zoned = splitZone(text);
  if (zoned === undefined) return readDate(text, timeZone);
  const at = readDate(zoned.date, zoned.timeZone);
  // Formatting checks the zone, which must be known even if the date has an offset.
  if (at !== undefined && formatWireTime(at, zoned.timeZone) !== '') return at;
  const inUtc = readDate(zoned.date, 'UTC');
  const dayBefore = inUtc && readDate(new Date(inUtc - DAY_MS).toISOString().slice(0, 19), zoned.timeZone);
  return dayBefore && dayBefore + DAY_MS;
}

export interface LocalDate {
  /** Local time in the zone, without an offset. */
  readonly date: string;
  readonly timeZone: string;
}

/**
 * The local time in the zone in brackets, and the zone.
 * @returns undefined if the text has no zone
 * @throws {Error} it is not a date, or its zone is unknown
 */
export function readLocalDate(text: string): LocalDate | undefined {
  const timeZone = splitZone(text)?.timeZone;
  const at = timeZone === undefined ? undefined : readIsoDate(text, timeZone);
  if (timeZone === undefined || at === undefined) return undefined;
  return { date: formatWireTime(at, timeZone).replace(' ', 'T'), timeZone };
}

const DAY_MS = 86_400_000;

/** RFC 9557 suffixes after the zone, such as `[u-ca=gregory]`, do not affect the time. */
const ZONED = /^([^[\]]+)\[([a-z][\w+/-]*)\](?:\[[a-z][\w-]*=[\w-]+\])*$/i;

function splitZone(text: string): LocalDate | undefined {
  const { 1: date, 2: timeZone } = ZONED.exec(text) ?? [];
  return date === undefined || timeZone === undefined ? undefined : { date, timeZone };
}

function readDate(text: string, timeZone: string): number | undefined {
  const local = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?)?$/.exec(text);
  if (local) return parseWireTime(`${local[1]} ${local[2] ?? '00:00'}${local[3] ?? ':00'}`, timeZone);
  const date = new ISODate(text).parse();
  const at = date.toDate(true);
  if (date.result.Z !== undefined) return at.getTime();
  return parseWireTime(at.toISOString().slice(0, 19).replace('T', ' '), timeZone);
}
