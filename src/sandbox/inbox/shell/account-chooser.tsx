import { ChevronDown } from 'lucide-preact';
import { navigate } from 'wouter-preact/use-hash-location';
import { useCenter } from '../control/center.tsx';
import { AccountSearch } from '../parts/account-search.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { usePopover } from '../parts/use-popover.ts';
import { addressOf, type Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

/** The current account: a button that opens a search of all accounts. */
export function AccountChooser({ place }: { readonly place: Place | undefined }) {
  const { account: texts } = useTexts();
  const { nameOf, accounts } = useCenter();
  const { isOpen, close, toggle, panelRef, buttonRef } = usePopover();
  const name = place === undefined ? texts.choose : nameOf(place.account);
  const choose = (account: string) => {
    close();
    navigate(placeOf(place, account));
  };
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
          <AccountSearch
            people={accounts.data?.accounts ?? []}
            label={texts.choose}
            chosen={place?.account}
            onChoose={choose}
          />
        </div>
      ) : null}
    </div>
  );
}

/** The same screen for another person, without the open entry. */
function placeOf(place: Place | undefined, account: string): string {
  if (place?.screen === 'traffic') return addressOf({ ...place, account });
  return addressOf({ screen: 'inbox', account, list: place?.list ?? 'pending' });
}
