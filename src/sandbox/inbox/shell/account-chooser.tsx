import { ChevronDown } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { navigate } from 'wouter-preact/use-hash-location';
import { useCenter } from '../control/center.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { nextIndex } from '../parts/move-focus.ts';
import { usePopover } from '../parts/use-popover.ts';
import { addressOf, type Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { AccountEntry } from './account-entry.tsx';

/** Whose inbox is looked at: a button, behind it a search in everybody. */
export function AccountChooser({ place }: { readonly place: Place | undefined }) {
  const { account: texts } = useTexts();
  const { nameOf } = useCenter();
  const { isOpen, close, toggle, panelRef, buttonRef } = usePopover();
  const name = place === undefined ? texts.choose : nameOf(place.account);
  return (
    <div class="account-chooser">
      <button
        ref={buttonRef}
        type="button"
        class="account-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {place === undefined ? null : <Avatar name={name} seed={place.account} />}
        <span class="account-name" aria-hidden="true">
          {name}
        </span>
        <span class="visually-hidden">{place === undefined ? texts.choose : texts.current(name)}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {isOpen ? (
        <div ref={panelRef} class="popover" role="dialog" aria-label={texts.choose}>
          <AccountSearch place={place} close={close} />
        </div>
      ) : null}
    </div>
  );
}

/** The input has the focus all the time; arrow keys move through those whom it has found. */
function AccountSearch({ place, close }: { readonly place: Place | undefined; readonly close: () => void }) {
  const { account: texts } = useTexts();
  const people = useCenter().accounts.data?.accounts ?? [];
  const [words, setWords] = useState('');
  const sought = words.trim().toLowerCase();
  const found = people.filter((each) => `${each.name} ${each.account}`.toLowerCase().includes(sought));
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      people.findIndex(({ account }) => account === place?.account),
    ),
  );
  const active = found[Math.min(index, found.length - 1)];
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);
  useEffect(() => {
    if (active !== undefined) document.getElementById(optionId(active.account))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const choose = (account: string) => {
    close();
    navigate(placeOf(place, account));
  };
  const move = (event: KeyboardEvent) => {
    // Left, right, Home and End belong to the text.
    const isMove = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const next = isMove ? nextIndex(event.key, index, found.length) : undefined;
    if (next !== undefined) setIndex(next);
    if (event.key === 'Enter' && active !== undefined) choose(active.account);
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
        aria-controls="account-options"
        aria-activedescendant={active === undefined ? undefined : optionId(active.account)}
        value={words}
        onInput={({ currentTarget }) => {
          setWords(currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={move}
      />
      <div id="account-options" class="account-options" role="listbox" aria-label={texts.choose}>
        {found.map((person) => (
          // Keys reach it through the input.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus
          <div
            key={person.account}
            id={optionId(person.account)}
            class={`account-option${person === active ? ' is-active' : ''}`}
            role="option"
            tabIndex={-1}
            aria-selected={person.account === place?.account}
            onClick={() => choose(person.account)}
          >
            <AccountEntry person={person} />
          </div>
        ))}
      </div>
      {found.length === 0 ? <p class="popover-note">{texts.none}</p> : null}
    </>
  );
}

function optionId(account: string): string {
  return `account-${account}`;
}

/** The same screen for another person, without what was open there. */
function placeOf(place: Place | undefined, account: string): string {
  if (place?.screen === 'traffic') return addressOf({ ...place, account });
  return addressOf({ screen: 'inbox', account, list: place?.list ?? 'pending' });
}
