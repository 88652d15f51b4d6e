import { ISODate } from '@0dep/piso';
import { parseWireTime } from '../../protocol/wire-time.ts';

/**
 * The moment of an ISO 8601 date in any of its forms (`20260105T120000`, `2026-W02-1`), in epoch milliseconds.
 * @param timeZone of a date without an offset; the parser would take that of the machine
 * @returns undefined where the zone skips that hour
 * @throws {Error} it is no date
 */
export function readIsoDate(text: string, timeZone: string): number | undefined {
  const date = new ISODate(text).parse();
  const at = date.toDate(true);
  if (date.result.Z !== undefined) return at.getTime();
  return parseWireTime(at.toISOString().slice(0, 19).replace('T', ' '), timeZone);
}
