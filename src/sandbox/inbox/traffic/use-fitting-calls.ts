import { useEffect, useState } from 'preact/hooks';
import type { TrafficEntry } from '../../http/traffic.ts';
import { type Calls, MOST, PAGE } from './use-calls.ts';

/** So many calls are searched at a time: what the page holds of each takes about as much as the call. */
const REACH = 10_000;

export interface FittingCalls {
  /** The newest first; undefined until calls are loaded. */
  readonly shown: readonly TrafficEntry[] | undefined;
  /** Whether earlier calls are being searched. */
  readonly isSearching: boolean;
  /** The oldest call that was searched, if there are earlier ones. */
  readonly searchedTo: TrafficEntry | undefined;
  /** Shows another page; absent if there are no more. */
  readonly showEarlier?: () => void;
  /** The sandbox has kept no earlier calls. */
  readonly isWhole: boolean;
}

/**
 * Shows a page of the calls that fit, and searches the earlier ones for as many as that.
 * @param filter names what is compared; another one begins again
 * @param fits undefined: all of them fit
 */
export function useFittingCalls(
  { calls, failure, loadEarlier }: Calls,
  filter: string,
  fits: ((call: TrafficEntry) => boolean) | undefined,
): FittingCalls {
  const [asked, setAsked] = useState({ filter, pages: 1 });
  const pages = asked.filter === filter ? asked.pages : 1;
  const fitting = fits ? calls?.filter(fits) : calls;
  const most = PAGE * pages;
  const held = calls?.length ?? 0;
  const isSearching =
    fitting !== undefined &&
    fitting.length < most &&
    held < REACH * pages &&
    failure === undefined &&
    loadEarlier !== undefined;
  useEffect(() => {
    if (isSearching) loadEarlier?.(fits ? MOST : PAGE);
  }, [isSearching, calls, filter]);
  const hasMore = loadEarlier !== undefined || (fitting?.length ?? 0) > most;
  return {
    shown: fitting?.slice(0, most),
    isSearching,
    searchedTo: loadEarlier && fits ? calls?.at(-1) : undefined,
    isWhole: calls !== undefined && !hasMore,
    ...(hasMore && !isSearching && { showEarlier: () => setAsked({ filter, pages: pages + 1 }) }),
  };
}
