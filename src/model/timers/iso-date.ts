import { ISODate } from '@0dep/piso';
import { formatWireTime, parseWireTime } from '../../protocol/wire-time.ts';

/**
 * The moment of an ISO 8601 date in any of its forms (`20260105T120000`, `2026-W02-1`), in epoch milliseconds; with its
 * time zone in brackets, too, as Java and RFC 9557 write it: `2026-01-05T12:00:00[Europe/Berlin]`. Where an offset stands
 * before the zone, the offset says which moment it is.
 * @param timeZone of a date without an offset and a zone; the parser would take that of the machine
 * @returns undefined where the zone of the host skips that hour; that of a zone in brackets is as long after the day before, as in Java
 * @throws {Error} it is no date, or its zone is unknown
 */
export function readIsoDate(text: string, timeZone: string): number | undefined {
  const zoned = splitZone(text);
  if (zoned === undefined) return readDate(text, timeZone);
  const at = readDate(zoned.date, zoned.timeZone);
  // Also where the date has an offset: a zone that is unknown is an error.
  if (at !== undefined && formatWireTime(at, zoned.timeZone) !== '') return at;
  const inUtc = readDate(zoned.date, 'UTC');
  const dayBefore = inUtc && readDate(new Date(inUtc - DAY_MS).toISOString().slice(0, 19), zoned.timeZone);
  return dayBefore && dayBefore + DAY_MS;
}

export interface LocalDate {
  /** Without an offset: what the clocks of the zone show. */
  readonly date: string;
  readonly timeZone: string;
}

/**
 * The date that the clocks of the zone in brackets show, and the zone.
 * @returns undefined where the text names no zone
 * @throws {Error} it is no date, or its zone is unknown
 */
export function readLocalDate(text: string): LocalDate | undefined {
  const timeZone = splitZone(text)?.timeZone;
  const at = timeZone === undefined ? undefined : readIsoDate(text, timeZone);
  if (timeZone === undefined || at === undefined) return undefined;
  return { date: formatWireTime(at, timeZone).replace(' ', 'T'), timeZone };
}

const DAY_MS = 86_400_000;

/** What RFC 9557 lets stand behind the zone, such as `[u-ca=gregory]`, changes nothing of the moment. */
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
