import { type Fetched, useFetched } from '../../../page/data/use-fetched.ts';
import { urlOf } from './call-admin.ts';
import { pauseAfter } from './pause-after.ts';

export type Data<Answer> = Fetched<Answer>;

/** The answer at a path, fetched once. */
export const useOnce = <Answer>(path: string): Data<Answer> => useFetched(urlOf(path), () => () => undefined);

/** The answer at a path, fetched again every few seconds while the page is visible, and less often where it takes long. */
export function useData<Answer>(path: string): Data<Answer> {
  return useFetched(urlOf(path), (reload, tookMs) => {
    let timer: number | undefined;
    const wait = () => {
      timer = window.setTimeout(look, pauseAfter(tookMs()));
    };
    const look = () => {
      window.clearTimeout(timer);
      if (!document.hidden) reload();
      wait();
    };
    wait();
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  });
}
