import { useTimes } from '../parts/times.tsx';
import { useTexts } from '../settings/language.tsx';
import type { FittingCalls } from './use-fitting-calls.ts';

/** Below the list of calls: how far back it goes. */
export function CallsEnd({ isSearching, searchedTo, showEarlier, isWhole }: FittingCalls) {
  const { calls: texts } = useTexts().traffic;
  const times = useTimes();
  return (
    <>
      <p class="searched-to" role="status">
        {searchedTo === undefined
          ? null
          : isSearching
            ? texts.searching
            : texts.searchedTo(searchedTo.seq, times.clock(searchedTo.at))}
      </p>
      {isWhole ? <p class="searched-to">{texts.begins}</p> : null}
      {showEarlier === undefined ? null : (
        <button type="button" class="button is-quiet load-earlier" onClick={showEarlier}>
          {searchedTo === undefined ? texts.earlier : texts.searchOn}
        </button>
      )}
    </>
  );
}
