import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type CallFailure, callJson, toFailure } from './call-json.ts';

/** What is fetched and kept up to date. */
export interface Fetched<Answer> {
  /** The latest answer, if any. Kept during a new call and after a failed one, unless what it is about is gone. */
  readonly data: Answer | undefined;
  /** Why the latest call failed. */
  readonly failure: CallFailure | undefined;
  reload(): void;
}

interface Held<Answer> extends Partial<Pick<Fetched<Answer>, 'data' | 'failure'>> {
  readonly url: string | undefined;
}

/** Between two attempts to reach the service. */
export const RETRY_MS = 2_000;

/** So that the service spends most of its time on other things, however long a list is. */
const PAUSES_PER_CALL = 2;

/**
 * The answer at an address. Several changes during a call cause only one more, which waits twice as long as the call took.
 * @param url undefined: nothing is fetched
 * @param watch calls `reload` when the answer may have changed; `tookMs` says how long the latest answer took; returns
 * how to stop
 * @param watched names what `watch` watches
 */
export function useFetched<Answer>(
  url: string | undefined,
  watch: (reload: () => void, tookMs: () => number) => () => void,
  watched = '',
): Fetched<Answer> {
  const [held, setHeld] = useState<Held<Answer>>({ url });
  const reloadRef = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (url === undefined) return;
    const abort = new AbortController();
    const { signal } = abort;
    let isFetching = false;
    let isStale = false;
    let tookMs = 0;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      isStale = true;
      if (isFetching) return;
      isFetching = true;
      while (isStale && !signal.aborted) {
        isStale = false;
        clearTimeout(retry);
        const startedAt = performance.now();
        try {
          const data = await callJson<Answer>(url, { signal });
          tookMs = performance.now() - startedAt;
          if (!signal.aborted) setHeld({ url, data, failure: undefined });
        } catch (error) {
          const failure = toFailure(error);
          if (signal.aborted) return;
          setHeld((before) => ({
            ...{ url, failure },
            data: before.url === url && !failure.isGone ? before.data : undefined,
          }));
          if (failure.code === 'ERR_UNREACHABLE') retry = setTimeout(reload, RETRY_MS);
        }
        if (isStale) await pause(PAUSES_PER_CALL * (performance.now() - startedAt));
      }
      isFetching = false;
    };
    const reload = () => void load();
    reloadRef.current = reload;
    reload();
    const stop = watch(reload, () => tookMs);
    return () => {
      stop();
      clearTimeout(retry);
      abort.abort();
    };
  }, [url, watched]);
  const reload = useCallback(() => reloadRef.current(), []);
  // What was fetched at another address must not be shown for this one.
  const { data, failure } = held.url === url ? held : { data: undefined, failure: undefined };
  return { data, failure, reload };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
