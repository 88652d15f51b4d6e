import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isWide } from '../parts/is-wide.ts';

interface RowsProps {
  readonly label: string;
  readonly rows: readonly {
    /** Unique in its list. */
    readonly id: string;
    readonly href: string;
    readonly isUnread?: boolean;
    readonly content: ComponentChildren;
  }[];
  /** Id of the row that is open. */
  readonly open: string | undefined;
}

/** Links to what opens beside them. The open row is scrolled into view. */
export function Rows({ label, rows, open }: RowsProps) {
  useEffect(() => {
    if (open !== undefined) document.getElementById(rowId(open))?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  return (
    <ul class="rows" aria-label={label}>
      {rows.map(({ id, href, isUnread, content }) => (
        <li key={id}>
          <a
            id={rowId(id)}
            class={`row${isUnread === true ? ' is-unread' : ''}`}
            href={href}
            aria-current={id === open ? 'true' : undefined}
          >
            {content}
          </a>
        </li>
      ))}
    </ul>
  );
}

function rowId(id: string): string {
  return `row-${id}`;
}

/** The focus goes along: to the entry that a row has opened, and back to the row, where the entry has covered it. */
export function useEntryFocus(item: string | undefined, entryRef: RefObject<HTMLElement>): void {
  const last = useRef(item);
  useEffect(() => {
    const before = last.current;
    last.current = item;
    if (item === before) return;
    const focused = document.activeElement;
    if (item !== undefined) {
      const isGone = focused === document.body || focused?.checkVisibility() === false;
      // The first entry is opened without anybody's doing.
      const mayTake = before !== undefined || !isWide();
      if (focused?.id === rowId(item) || (isGone && mayTake)) entryRef.current?.focus();
    } else if (before !== undefined) document.getElementById(rowId(before))?.focus();
  }, [item]);
}
