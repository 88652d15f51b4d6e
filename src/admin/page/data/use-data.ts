import { type Fetched, useFetched } from '../../../page/data/use-fetched.ts';
import { urlOf } from './call-admin.ts';

export type Data<Answer> = Fetched<Answer>;

/** The answer at a path, fetched once. */
export const useOnce = <Answer>(path: string): Data<Answer> => useFetched(urlOf(path), () => () => undefined);

/** The page shows what a running service does, and nothing tells it of changes. */
const LOOK_EVERY_MS = 4_000;

/** The answer at a path, fetched again every few seconds while the page is visible. */
export function useData<Answer>(path: string): Data<Answer> {
  return useFetched(urlOf(path), (reload) => {
    const timer = window.setInterval(() => {
      if (!document.hidden) reload();
    }, LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  });
}
