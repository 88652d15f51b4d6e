import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Attempt } from './use-press.ts';

/**
 * Scrolls to the result of a press, and again when it grows by what arrives later, unless the person has scrolled away:
 * on a phone its end would be below the edge.
 */
export function useResultInView(around: RefObject<HTMLElement>, attempt: Attempt | undefined): void {
  useEffect(() => {
    const result = around.current?.querySelector('.result');
    const pane = result?.closest('.detail-pane');
    if (attempt === undefined || result == null || pane == null) return;
    const show = () => result.scrollIntoView({ block: 'nearest' });
    let height = result.getBoundingClientRect().height;
    show();
    const observer = new ResizeObserver(() => {
      const { top, height: grown } = result.getBoundingClientRect();
      const edges = pane.getBoundingClientRect();
      if (grown > height && top >= edges.top && top + height <= edges.bottom) show();
      height = grown;
    });
    observer.observe(result);
    return () => observer.disconnect();
  }, [attempt]);
}
