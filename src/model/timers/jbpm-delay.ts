export interface Delay {
  readonly delayMs: number;
  /** The interval of a repeating timer. */
  readonly periodMs?: number;
}

const UNITS = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)(?:ms)?)?$/i;

const UNIT_MS = [86_400_000, 3_600_000, 60_000, 1000, 1] as const;

/** Parses jBPM's time format: `1d 2h 30m 5s 500ms`, `1000` (milliseconds), `5s###1m`; undefined for anything else. */
export function readDelay(text: string): Delay | undefined {
  const [first = '', second, ...more] = text.split('###');
  const delayMs = readMs(first.trim());
  if (delayMs === undefined || more.length > 0) return undefined;
  if (second === undefined) return { delayMs };
  const periodMs = readMs(second.trim());
  return periodMs === undefined || periodMs === 0 ? undefined : { delayMs, periodMs };
}

function readMs(text: string): number | undefined {
  // Spaces are allowed between parts, but not between digits.
  const joined = /\d\s+\d+\s*$|\d\s+\d+[a-z]/i.test(text) ? '' : text.replace(/\s+/g, '');
  const counts = joined === '' ? undefined : UNITS.exec(joined)?.slice(1);
  const ms = counts?.reduce((sum, count, index) => sum + Number(count ?? 0) * (UNIT_MS[index] ?? 0), 0);
  return ms !== undefined && Number.isSafeInteger(ms) ? ms : undefined;
}
