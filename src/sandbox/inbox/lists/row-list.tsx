import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { nextIndex } from '../parts/move-focus.ts';
import { useKeptScroll } from './use-kept-scroll.ts';

export interface Row {
  /** Unique in its list. */
  readonly id: string;
  readonly href: string;
  readonly isUnread?: boolean;
  readonly content: ComponentChildren;
}

interface RowListProps {
  /** Tells it from the other lists of the page. */
  readonly name: string;
  readonly label: string;
  readonly rows: readonly Row[];
  /** Id of the row that is open. */
  readonly open: string | undefined;
}

export function rowId(id: string): string {
  return `row-${id}`;
}

/** One tab stop; arrow keys move, Enter opens. The open row is scrolled into view at first. */
export function RowList({ name, label, rows, open }: RowListProps) {
  const [focused, setFocused] = useState(open);
  const stop = Math.max(
    0,
    rows.findIndex(({ id }) => id === (rows.some((row) => row.id === focused) ? focused : open)),
  );
  const listRef = useRef<HTMLUListElement>(null);
  useKeptScroll(name, listRef, open !== undefined);
  useEffect(() => {
    if (open !== undefined) document.getElementById(rowId(open))?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const move = (event: KeyboardEvent) => {
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const next = isSideways ? undefined : nextIndex(event.key, stop, rows.length);
    const row = next === undefined ? undefined : rows[next];
    if (row === undefined) return;
    event.preventDefault();
    document.getElementById(rowId(row.id))?.focus();
  };
  return (
    // The keys belong to the links in it.
    <ul ref={listRef} class="rows" aria-label={label} onKeyDown={move}>
      {rows.map(({ id, href, isUnread, content }, index) => (
        <li key={id}>
          <a
            id={rowId(id)}
            class={`row${isUnread === true ? ' is-unread' : ''}`}
            href={href}
            aria-current={id === open ? 'true' : undefined}
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => setFocused(id)}
          >
            {content}
          </a>
        </li>
      ))}
    </ul>
  );
}
