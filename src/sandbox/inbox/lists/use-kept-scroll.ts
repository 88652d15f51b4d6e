import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** How far each list was scrolled when it was shown last. */
const tops = new Map<string, number>();

/**
 * Keeps the place in a list while another list or screen is shown.
 * @param name of the list
 * @param isCovered by the open entry, on a phone
 */
export function useKeptScroll(name: string, rows: RefObject<HTMLElement>, isCovered: boolean): void {
  useLayoutEffect(() => {
    const panel = rows.current?.closest<HTMLElement>('.list-panel');
    if (!panel) return undefined;
    panel.scrollTop = tops.get(name) ?? 0;
    const note = () => {
      if (panel.clientHeight > 0) tops.set(name, panel.scrollTop);
    };
    panel.addEventListener('scroll', note);
    return () => panel.removeEventListener('scroll', note);
  }, [name, rows, isCovered]);
}
