import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type AdminFailure, callAdmin, toFailure } from './call-admin.ts';

export interface Data<Answer> {
  /** The latest answer; kept while the next one is fetched, and after a failure. */
  readonly data: Answer | undefined;
  /** Why the latest call failed. */
  readonly failure: AdminFailure | undefined;
  reload(): void;
}

/** The page shows what a running service does, and nothing tells it of changes. */
const LOOK_EVERY_MS = 4_000;

interface Held<Answer> {
  readonly path: string;
  readonly data?: Answer | undefined;
  readonly failure?: AdminFailure | undefined;
}

/** The answer at a path, fetched again every few seconds while the page is visible. */
export function useData<Answer>(path: string): Data<Answer> {
  const [held, setHeld] = useState<Held<Answer>>({ path });
  const load = useRef<() => void>(() => undefined);
  useEffect(() => {
    const abort = new AbortController();
    let isFetching = false;
    let isStale = false;
    const fetchNow = async () => {
      if (isFetching) {
        isStale = true;
        return;
      }
      isFetching = true;
      do {
        isStale = false;
        try {
          const data = await callAdmin<Answer>(path, undefined, abort.signal);
          if (!abort.signal.aborted) setHeld({ path, data });
        } catch (error) {
          const failure = toFailure(error);
          const isGone = failure.code === 'ERR_NOT_FOUND';
          if (!abort.signal.aborted) {
            setHeld((before) => ({ path, failure, data: before.path === path && !isGone ? before.data : undefined }));
          }
        }
      } while (isStale && !abort.signal.aborted);
      isFetching = false;
    };
    load.current = () => void fetchNow();
    load.current();
    const timer = window.setInterval(() => {
      if (!document.hidden) load.current();
    }, LOOK_EVERY_MS);
    return () => {
      window.clearInterval(timer);
      abort.abort();
    };
  }, [path]);
  const reload = useCallback(() => load.current(), []);
  // What was read at another path must not be shown for this one.
  return held.path === path
    ? { data: held.data, failure: held.failure, reload }
    : { data: undefined, failure: undefined, reload };
}
