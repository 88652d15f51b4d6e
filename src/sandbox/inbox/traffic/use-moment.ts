import { useMemo } from 'preact/hooks';
import { useCenter } from '../control/center.tsx';
import { useSpeech } from '../settings/language.tsx';

/** A point in time to the second, with its date: the clock may have been set forward by days between two calls. */
export function useMoment(): (at: number) => string {
  const { locale } = useSpeech();
  const { clock } = useCenter();
  const timeZone = clock?.timeZone ?? 'UTC';
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'medium',
      hourCycle: 'h23',
    });
    return (at) => format.format(at);
  }, [locale, timeZone]);
}
