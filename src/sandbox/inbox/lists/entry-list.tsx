import { type LucideIcon, Search, SearchX } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-hash-location';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { Resource } from '../control/call-control.ts';
import { isWide } from '../parts/is-wide.ts';
import { addressOf, type InboxPlace } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { Rows } from './rows.tsx';

interface EntryListProps<Entry> {
  readonly place: InboxPlace;
  readonly resource: Pick<Resource<unknown>, 'failure' | 'reload'>;
  /** In order; undefined until they are fetched. */
  readonly entries: readonly Entry[] | undefined;
  readonly icon: LucideIcon;
  readonly idOf: (entry: Entry) => string;
  /** What is searched. */
  readonly textsOf: (entry: Entry) => readonly (string | undefined)[];
  readonly isUnread?: (entry: Entry) => boolean;
  readonly row: (entry: Entry) => ComponentChildren;
  /** Beside the search. */
  readonly tools?: ComponentChildren;
  /** Above the rows. */
  readonly children?: ComponentChildren;
}

/** The entries of a list with a search. On a wide screen the first one is opened when the list is entered. */
export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { place, resource, entries, icon, idOf, textsOf, isUnread, row, tools, children } = props;
  const { lists: texts } = useTexts();
  const [words, setWords] = useState('');
  const { account, list, item } = place;
  useOpenFirst(place, entries?.map(idOf));
  if (entries === undefined)
    return resource.failure === undefined ? (
      <Skeleton />
    ) : (
      <FailureNotice failure={resource.failure} retry={resource.reload} />
    );
  if (entries.length === 0) return <Notice icon={icon} {...texts.empty[list]} />;
  const fitting = entries.filter((entry) => hasWords(words, textsOf(entry)));
  return (
    <>
      <search class="list-tools">
        <SearchField label={texts.search} placeholder={texts.searchShort} {...{ words, setWords }} />
        {tools}
      </search>
      {children}
      {fitting.length === 0 ? (
        <Notice icon={SearchX} {...texts.noneFits}>
          <button type="button" class="button" onClick={() => setWords('')}>
            {texts.clear}
          </button>
        </Notice>
      ) : (
        <Rows
          label={texts.entries[list]}
          open={item}
          rows={fitting.map((entry) => {
            const id = idOf(entry);
            const href = `#${addressOf({ screen: 'inbox', account, list, item: id })}`;
            return { id, href, isUnread: isUnread?.(entry) === true, content: row(entry) };
          })}
        />
      )}
    </>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly words: string;
  readonly setWords: (words: string) => void;
}

export function SearchField({ label, placeholder, words, setWords }: SearchFieldProps) {
  return (
    <label class="search">
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
    </label>
  );
}

/** Whether all words are in the texts. */
export function hasWords(words: string, texts: readonly (string | undefined)[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What arrives later opens nothing, and neither does an empty list; a message that is opened is read. */
function useOpenFirst(place: InboxPlace, ids: readonly string[] | undefined): void {
  const isEntered = useRef(place.item !== undefined || place.list === 'messages');
  useEffect(() => {
    if (isEntered.current || ids === undefined) return;
    isEntered.current = true;
    if (ids[0] !== undefined && isWide()) navigate(addressOf({ ...place, item: ids[0] }), { replace: true });
  }, [ids === undefined]);
}
