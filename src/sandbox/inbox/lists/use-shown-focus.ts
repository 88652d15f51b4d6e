import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isWide } from './open-first.ts';
import { rowId } from './row-list.tsx';

/**
 * Where the list and the open entry replace each other, the focus goes along: to the entry, and back to its row. What is
 * hidden cannot have it, and the browser takes it away only with the next picture.
 * @param item the id of the open entry
 */
export function useShownFocus(item: string | undefined, entryRef: RefObject<HTMLElement>): void {
  const last = useRef(item);
  useEffect(() => {
    const before = last.current;
    last.current = item;
    const focused = document.activeElement;
    if (isWide() || (focused !== document.body && focused?.checkVisibility() === true)) return;
    if (item !== undefined) entryRef.current?.focus();
    else if (before !== undefined)
      // A task that was handled has left the list.
      (document.getElementById(rowId(before)) ?? document.querySelector<HTMLElement>('.list-pane'))?.focus();
  }, [item]);
}
