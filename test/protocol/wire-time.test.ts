import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WireTime } from '../../src/protocol/fields.ts';
import { formatWireTime, parseWireTime } from '../../src/protocol/wire-time.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const instants = fc.integer({ min: Date.UTC(1900, 0, 2), max: Date.UTC(2199, 11, 30) });

describe('yyyy-MM-dd HH:mm:ss in a time zone', () => {
  it('writes and reads the clock of the zone', () => {
    const instant = Date.UTC(2025, 5, 1, 1, 30, 7);
    expect(formatWireTime(instant, 'Asia/Shanghai')).toBe('2025-06-01 09:30:07');
    expect(parseWireTime('2025-06-01 09:30:07', 'Asia/Shanghai')).toBe(instant);
    expect(formatWireTime(instant, 'UTC')).toBe('2025-06-01 01:30:07');
    expect(formatWireTime(instant, 'Asia/Kathmandu')).toBe('2025-06-01 07:15:07');
  });

  it('writes midnight as hour 00 and cuts milliseconds off, before 1970 too', () => {
    expect(formatWireTime(Date.UTC(2024, 11, 31, 16, 0, 0, 999), 'Asia/Shanghai')).toBe('2025-01-01 00:00:00');
    expect(formatWireTime(-1, 'UTC')).toBe('1969-12-31 23:59:59');
  });

  it.each([
    '2025-02-29 00:00:00',
    '2025-04-31 00:00:00',
    '2025-13-01 00:00:00',
    '2025-00-10 00:00:00',
    '2025-06-01 24:00:00',
    '2025-06-01 09:60:00',
    '2025-06-01 09:30:60',
    '0000-06-01 09:30:00',
    '2025-6-1 9:30:00',
    '25-06-01 09:30:00',
    '2025-06-01T09:30:00',
    '2025-06-01 09:30',
    ' 2025-06-01 09:30:00',
    '2025-06-01 09:30:00\n',
    '',
  ])('refuses %j', (text) => {
    expect(parseWireTime(text, 'Asia/Shanghai')).toBeUndefined();
    expect(WireTime.safeParse(text).success).toBe(false);
  });

  it('refuses an hour that the clocks skipped', () => {
    expect(parseWireTime('2025-03-30 02:30:00', 'Europe/Berlin')).toBeUndefined();
    expect(parseWireTime('2011-12-30 12:00:00', 'Pacific/Apia')).toBeUndefined();
    expect(parseWireTime('2025-03-30 02:30:00', 'Asia/Shanghai')).toBe(Date.UTC(2025, 2, 29, 18, 30));
  });

  it('reads an hour that the clocks showed twice as the first of the two', () => {
    const first = Date.UTC(2025, 9, 26, 0, 30);
    expect(parseWireTime('2025-10-26 02:30:00', 'Europe/Berlin')).toBe(first);
    expect(formatWireTime(first + 3_600_000, 'Europe/Berlin')).toBe('2025-10-26 02:30:00');
  });

  it('reads back every second it writes, in every zone, or the first one that the clocks showed so', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
        const text = formatWireTime(instant, zone);
        const read = parseWireTime(text, zone);
        const second = Math.floor(instant / 1000) * 1000;
        expect(read).toBeLessThanOrEqual(second);
        expect(read).toBeGreaterThanOrEqual(second - 86_400_000);
        if (read !== second) expect(formatWireTime(read ?? Number.NaN, zone)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('writes every text it reads as it was, around the changes of the clocks too', () => {
    const changes = fc.integer({ min: -7200, max: 7200 }).map((seconds) => Date.UTC(2025, 2, 30, 2) + seconds * 1000);
    const texts = fc.oneof(instants, changes).map((instant) => formatWireTime(instant, 'UTC'));
    fc.assert(
      fc.property(texts, fc.constantFrom('Europe/Berlin', ...ZONES), (text, zone) => {
        const instant = parseWireTime(text, zone);
        if (instant !== undefined) expect(formatWireTime(instant, zone)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('throws for a zone that does not exist and for a year of more than four digits', () => {
    expect(() => formatWireTime(0, 'Asia/Atlantis')).toThrow(RangeError);
    expect(() => parseWireTime('2025-06-01 09:30:00', 'Asia/Atlantis')).toThrow(RangeError);
    expect(() => formatWireTime(Date.UTC(10_000, 0, 2), 'UTC')).toThrow(RangeError);
  });
});
