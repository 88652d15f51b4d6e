import { type Fetched, useFetched } from '../../../page/data/use-fetched.ts';
import { urlOf } from './call-admin.ts';

export type Data<Answer> = Fetched<Answer>;

/** The answer at a path, fetched once. */
export const useOnce = <Answer>(path: string): Data<Answer> => useFetched(urlOf(path), () => () => undefined);

/** The page shows what a running service does, and nothing tells it of changes. */
const LOOK_EVERY_MS = 4_000;

/** A search through all rows must not keep the service busy, however many pages show it. */
const PAUSES_PER_LOOK = 100;

/** The answer at a path, fetched again every few seconds while the page is visible, and less often where it takes long. */
export function useData<Answer>(path: string): Data<Answer> {
  return useFetched(urlOf(path), (reload, tookMs) => {
    let timer: number | undefined;
    const look = () => {
      if (timer !== undefined && !document.hidden) reload();
      timer = window.setTimeout(look, Math.max(LOOK_EVERY_MS, PAUSES_PER_LOOK * tookMs()));
    };
    look();
    return () => window.clearTimeout(timer);
  });
}
