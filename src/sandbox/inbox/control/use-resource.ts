import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ChangeTopic } from '../../control/change-feed.ts';
import { type ControlFailure, callControl, toControlFailure } from './call-control.ts';
import { listenToChanges } from './change-stream.ts';

/** The data at a path of the control API, kept up to date. */
export interface Resource<Answer> {
  /** The latest answer, if any. Kept during a new fetch and after a failed one, unless the data no longer exists. */
  readonly data: Answer | undefined;
  /** Why the latest fetch failed. */
  readonly failure: ControlFailure | undefined;
  reload(): void;
}

interface Held<Answer> {
  readonly path: string | undefined;
  readonly data?: Answer | undefined;
  readonly failure?: ControlFailure | undefined;
}

/** Errors that mean that the data no longer exists. */
const GONE: ReadonlySet<ControlFailure['code']> = new Set([
  'ERR_ACCOUNT_UNKNOWN',
  'ERR_MESSAGE_UNKNOWN',
  'ERR_TASK_UNKNOWN',
  'ERR_TRANSACTION_UNKNOWN',
] as const);

/**
 * Fetches `path`, and again whenever one of `topics` changes. Several changes during a fetch cause only one more fetch.
 * @param path undefined: nothing is fetched
 */
export function useResource<Answer>(path: string | undefined, topics: readonly ChangeTopic[]): Resource<Answer> {
  const [held, setHeld] = useState<Held<Answer>>({ path });
  const reloadRef = useRef<() => void>(() => undefined);
  const topicKey = topics.join();
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    let isFetching = false;
    let isStale = false;
    const load = async () => {
      if (isFetching) {
        isStale = true;
        return;
      }
      isFetching = true;
      do {
        isStale = false;
        try {
          const data = await callControl<Answer>(path, { signal: abort.signal });
          if (!abort.signal.aborted) setHeld({ path, data });
        } catch (error) {
          const failure = toControlFailure(error);
          if (!abort.signal.aborted) {
            const keeps = !GONE.has(failure.code);
            setHeld((before) => ({ path, failure, data: keeps && before.path === path ? before.data : undefined }));
          }
        }
      } while (isStale && !abort.signal.aborted);
      isFetching = false;
    };
    const reload = () => void load();
    reloadRef.current = reload;
    reload();
    const watched = topicKey.split(',');
    const stop = listenToChanges((changed) => {
      if (changed.some((topic) => watched.includes(topic))) reload();
    });
    return () => {
      stop();
      abort.abort();
    };
  }, [path, topicKey]);
  const reload = useCallback(() => reloadRef.current(), []);
  // Data of another path must not be shown for this one.
  return held.path === path
    ? { data: held.data, failure: held.failure, reload }
    : { data: undefined, failure: undefined, reload };
}
