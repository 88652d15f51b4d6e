import { useMemo } from 'preact/hooks';
import { useSpeech } from '../texts/use-texts.ts';

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

interface Times {
  /** Date and time of the browser, to the second. */
  exact(at: number): string;
  /** "5 minutes ago" */
  relative(at: number): string;
}

export function useTimes(): Times {
  const { locale } = useSpeech();
  return useMemo(() => {
    const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    return {
      exact: (at) => exact.format(at),
      relative(at) {
        const away = at - Date.now();
        const [unit, ms] = STEPS.find((step) => Math.abs(away) >= step[1]) ?? ['second', 0];
        return unit === 'second' ? relative.format(0, 'second') : relative.format(Math.trunc(away / ms), unit);
      },
    };
  }, [locale]);
}

/** A point in time, in epoch milliseconds: relative, with the exact one in the tooltip; or exact. */
export function When({ at, isExact = false }: { readonly at: number; readonly isExact?: boolean }) {
  const times = useTimes();
  const exact = times.exact(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} class="when">
      {isExact ? exact : times.relative(at)}
    </time>
  );
}
