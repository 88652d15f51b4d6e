import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { useCenter } from '../control/center.tsx';
import { useSpeech } from '../settings/language.tsx';
import type { Texts } from '../texts/en.ts';

/** Formats times for people, by the center's clock and time zone. */
export interface Times {
  /** The center's clock in epoch milliseconds. */
  readonly now: number;
  /** "5 minutes ago" */
  relative(at: number): string;
  /** Date and time. */
  exact(at: number): string;
  /** With seconds and date, since the clock may have been set forward by days between two calls. */
  moment(at: number): string;
  /** With seconds; with the date if it is not today. */
  clock(at: number): string;
  /** "3 hours" */
  duration(ms: number): string;
  /** Parses `yyyy-MM-dd HH:mm:ss` of the center to epoch milliseconds; NaN if it is not such a time. */
  parse(wallTime: string): number;
}

const TICK_MS = 20_000;
const DAY_MS = 86_400_000;
const STEPS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const TimesContext = createContext<Times | undefined>(undefined);

/** One clock and one set of formats for the page: a list has hundreds of times. */
export function TimesProvider({ children }: { readonly children: ComponentChildren }) {
  const { locale, texts } = useSpeech();
  const { aheadMs, clock } = useCenter();
  const [tick, setTick] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setTick(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  const timeZone = clock?.timeZone ?? 'UTC';
  const formats = useMemo(() => createFormats(locale, timeZone), [locale, timeZone]);
  const times = useMemo(
    () => describeTimes(Math.max(tick, Date.now()) + aheadMs, timeZone, formats, texts),
    [tick, aheadMs, timeZone, formats, texts],
  );
  return <TimesContext.Provider value={times}>{children}</TimesContext.Provider>;
}

export function useTimes(): Times {
  const times = useContext(TimesContext);
  if (times === undefined) throw new Error('useTimes() stands outside of TimesProvider');
  return times;
}

function createFormats(locale: string, timeZone: string) {
  return {
    exact: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
    seconds: new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium', hourCycle: 'h23' }),
    moment: new Intl.DateTimeFormat(locale, {
      ...{ timeZone, dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' },
    } as const),
    day: new Intl.DateTimeFormat(locale, { timeZone, month: 'short', day: 'numeric' }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    duration(amount: number, unit: string) {
      const long = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
      return new Intl.NumberFormat(locale, long).format(amount);
    },
  };
}

function describeTimes(
  now: number,
  timeZone: string,
  formats: ReturnType<typeof createFormats>,
  { justNow }: Texts,
): Times {
  const { exact, seconds, moment, day, relative } = formats;
  const today = day.format(now);
  const thisDay = dayOf(now, timeZone);
  return {
    now,
    relative(at) {
      const [unit, ms] = STEPS.find((step) => Math.abs(at - now) >= step[1]) ?? ['second', 0];
      if (unit === 'second') return at <= now ? justNow : relative.format(0, 'second');
      // "Yesterday" is a day of the calendar.
      if (unit === 'day') return relative.format(dayOf(at, timeZone) - thisDay || Math.sign(at - now), unit);
      return relative.format(Math.trunc((at - now) / ms), unit);
    },
    exact: (at) => exact.format(at),
    moment: (at) => moment.format(at),
    clock: (at) => (day.format(at) === today ? '' : `${day.format(at)} `) + seconds.format(at),
    duration(ms) {
      const [unit, step] = STEPS.find((each) => ms >= each[1]) ?? ['minute', 60_000];
      return formats.duration(ms / step, unit);
    },
    parse: (wallTime) => parseInZone(wallTime, timeZone),
  };
}

/** Number of the day in the time zone. */
function dayOf(at: number, timeZone: string): number {
  return Math.floor((at + offsetAt(at, timeZone)) / DAY_MS);
}

function parseInZone(wallTime: string, timeZone: string): number {
  const asIfUtc = Date.parse(`${wallTime.replace(' ', 'T')}Z`);
  if (Number.isNaN(asIfUtc)) return Number.NaN;
  // Twice: near a change of the UTC offset the first result may be on its other side.
  const guess = asIfUtc - offsetAt(asIfUtc, timeZone);
  return asIfUtc - offsetAt(guess, timeZone);
}

const wallClocks = new Map<string, Intl.DateTimeFormat>();

function wallClockOf(timeZone: string): Intl.DateTimeFormat {
  const known = wallClocks.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  wallClocks.set(timeZone, format);
  return format;
}

function offsetAt(at: number, timeZone: string): number {
  const parts = wallClockOf(timeZone).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
  return wall - Math.floor(at / 1000) * 1000;
}

interface WhenProps {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Shows both; otherwise the exact time is in the tooltip. */
  readonly isFull?: boolean;
}

/** A point in time: relative and exact. */
export function When({ at, isFull = false }: WhenProps) {
  const times = useTimes();
  const exact = times.exact(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} class="when">
      {isFull ? `${exact} · ${times.relative(at)}` : times.relative(at)}
    </time>
  );
}
