import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { AccountAnswer } from '../../control/account-routes.ts';
import { useTexts } from '../settings/language.tsx';
import { AccountEntry } from './account-entry.tsx';
import { isComposing } from './is-composing.ts';
import { nextIndex } from './move-focus.ts';

interface AccountSearchProps {
  /** Who can be chosen. */
  readonly people: readonly AccountAnswer[];
  /** The purpose of the choice, used as the label of the list. */
  readonly label: string;
  /** The account that is currently chosen, if any. */
  readonly chosen?: string | undefined;
  readonly onChoose: (account: string) => void;
}

/** The input keeps the focus; arrow keys move through the matching accounts. */
export function AccountSearch({ people, label, chosen, onChoose }: AccountSearchProps) {
  const { account: texts } = useTexts();
  const listId = useId();
  const [words, setWords] = useState('');
  const sought = words.trim().toLowerCase();
  const found = people.filter((each) => `${each.name} ${each.account}`.toLowerCase().includes(sought));
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      people.findIndex(({ account }) => account === chosen),
    ),
  );
  const active = found[Math.min(index, found.length - 1)];
  const inputRef = useRef<HTMLInputElement>(null);
  const optionId = (account: string) => `${listId}-${account}`;
  useEffect(() => inputRef.current?.focus(), []);
  useEffect(() => {
    if (active !== undefined) document.getElementById(optionId(active.account))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const move = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    // Left, right, Home and End belong to the text field.
    const isMove = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const next = isMove ? nextIndex(event.key, index, found.length) : undefined;
    if (next !== undefined) setIndex(next);
    if (event.key === 'Enter' && active !== undefined) onChoose(active.account);
    if (next !== undefined || event.key === 'Enter') event.preventDefault();
  };
  return (
    <>
      <input
        ref={inputRef}
        class="field"
        type="text"
        role="combobox"
        aria-label={texts.search}
        placeholder={texts.search}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={active === undefined ? undefined : optionId(active.account)}
        value={words}
        onInput={({ currentTarget }) => {
          setWords(currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={move}
      />
      <div id={listId} class="account-options" role="listbox" aria-label={label}>
        {found.map((person) => (
          // The input handles the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus
          <div
            key={person.account}
            id={optionId(person.account)}
            class={`account-option${person === active ? ' is-active' : ''}`}
            role="option"
            tabIndex={-1}
            aria-selected={person.account === chosen}
            onClick={() => onChoose(person.account)}
          >
            <AccountEntry person={person} />
          </div>
        ))}
      </div>
      {found.length === 0 ? <p class="popover-note">{texts.none}</p> : null}
    </>
  );
}
