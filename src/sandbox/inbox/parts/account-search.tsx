import { useEffect, useRef, useState } from 'preact/hooks';
import { Chip } from '../../../page/parts/chip.tsx';
import type { AccountAnswer } from '../../control/account-routes.ts';
import { useTexts } from '../settings/language.tsx';
import { Avatar } from './avatar.tsx';

/** A person with counts of their open work. */
export function AccountEntry({ person }: { readonly person: AccountAnswer }) {
  const { account: texts } = useTexts();
  const { pending, unread } = person.counts;
  return (
    <>
      <Avatar name={person.name} seed={person.account} />
      <span class="account-entry-name">
        <strong>{person.name}</strong>
        <small>{person.account}</small>
      </span>
      <span class="account-entry-counts">
        {person.isLocked === true ? <Chip tone="warning">{texts.locked}</Chip> : null}
        {pending > 0 ? <Chip tone="accent">{texts.pending(pending)}</Chip> : null}
        {unread > 0 ? <Chip>{texts.unread(unread)}</Chip> : null}
        {pending === 0 && unread === 0 ? <small class="muted">{texts.idle}</small> : null}
      </span>
    </>
  );
}

interface AccountSearchProps {
  /** Who can be chosen. */
  readonly people: readonly AccountAnswer[];
  /** The purpose of the choice, used as the label of the list. */
  readonly label: string;
  /** The account that is currently chosen, if any. */
  readonly chosen?: string | undefined;
  readonly onChoose: (account: string) => void;
}

/** A field and the people who match it; Enter chooses the first. */
export function AccountSearch({ people, label, chosen, onChoose }: AccountSearchProps) {
  const { account: texts } = useTexts();
  const [words, setWords] = useState('');
  const sought = words.trim().toLowerCase();
  const found = people.filter(({ name, account }) => `${name} ${account}`.toLowerCase().includes(sought));
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);
  const chooseFirst = (event: Event) => {
    event.preventDefault();
    if (found[0] !== undefined) onChoose(found[0].account);
  };
  return (
    <form onSubmit={chooseFirst}>
      <input
        ref={inputRef}
        class="field"
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <ul class="account-options" aria-label={label}>
        {found.map((person) => (
          <li key={person.account}>
            <button
              type="button"
              class="account-option"
              aria-current={person.account === chosen ? 'true' : undefined}
              onClick={() => onChoose(person.account)}
            >
              <AccountEntry person={person} />
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p class="popover-note">{texts.none}</p> : null}
    </form>
  );
}
