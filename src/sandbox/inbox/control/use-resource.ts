import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ChangeTopic } from '../../control/change-feed.ts';
import { pause } from '../parts/pause.ts';
import { type ControlFailure, callControl, toControlFailure } from './call-control.ts';
import { listenToChanges, RETRY_MS } from './change-stream.ts';
import { share } from './share.ts';

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

/** So that the sandbox spends most of its time on presses and reports, however long the list is. */
const PAUSES_PER_FETCH = 2;

/**
 * Fetches `path`, and again whenever one of `topics` changes, and after two seconds if there was no answer. Several changes
 * during a fetch cause only one more fetch, which waits twice as long as the fetch took. What did not change stays the same object, and is not drawn again.
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
    let retry: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      if (isFetching) {
        isStale = true;
        return;
      }
      isFetching = true;
      clearTimeout(retry);
      do {
        isStale = false;
        const startedAt = performance.now();
        try {
          const data = await callControl<Answer>(path, { signal: abort.signal });
          if (!abort.signal.aborted) setHeld((before) => hold(before, { path, data }));
        } catch (error) {
          const failure = toControlFailure(error);
          if (!abort.signal.aborted) {
            const keeps = !GONE.has(failure.code);
            setHeld((before) => ({ path, failure, data: keeps && before.path === path ? before.data : undefined }));
            clearTimeout(retry);
            if (failure.code === 'ERR_UNREACHABLE') retry = setTimeout(reload, RETRY_MS);
          }
        }
        if (isStale) await pause(PAUSES_PER_FETCH * (performance.now() - startedAt));
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
      clearTimeout(retry);
      abort.abort();
    };
  }, [path, topicKey]);
  const reload = useCallback(() => reloadRef.current(), []);
  // Data of another path must not be shown for this one.
  return held.path === path
    ? { data: held.data, failure: held.failure, reload }
    : { data: undefined, failure: undefined, reload };
}

/** Keeps what it holds, and so is not drawn again, if nothing has changed. */
function hold<Answer>(before: Held<Answer>, next: Required<Pick<Held<Answer>, 'path' | 'data'>>): Held<Answer> {
  if (before.path !== next.path) return next;
  const data = share(before.data, next.data);
  return data === before.data && before.failure === undefined ? before : { path: next.path, data };
}
