import { useEffect, useRef } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-hash-location';
import { addressOf, type InboxPlace } from '../routes.ts';

/** Whether a list and an entry have room beside each other, as in lists.css. */
export function isWide(): boolean {
  return matchMedia('(min-width: 641px)').matches;
}

/** The entry that was open last, by account and list, until the page is closed. */
const opened = new Map<string, string>();

/**
 * Opens the entry that was open last, else the first, when a list is entered without one, if there is room for it. What
 * arrives later, and an empty list, open nothing, and Escape closes the entry.
 * @param ids of the entries in their order; undefined until they are loaded
 */
export function useOpenFirst(place: Omit<InboxPlace, 'screen'>, ids: readonly string[] | undefined): void {
  const isEntered = useRef(place.item !== undefined);
  const { account, list, item } = place;
  const key = JSON.stringify([account, list]);
  const first = ids?.find((id) => id === opened.get(key)) ?? ids?.[0];
  useEffect(() => {
    if (item !== undefined) opened.set(key, item);
  }, [key, item]);
  useEffect(() => {
    if (isEntered.current || ids === undefined) return;
    isEntered.current = true;
    if (first === undefined || !isWide()) return;
    navigate(addressOf({ ...place, screen: 'inbox', item: first }), { replace: true });
  }, [ids === undefined]);
}
