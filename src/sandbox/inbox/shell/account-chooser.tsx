import { ChevronDown } from 'lucide-preact';
import { navigate } from 'wouter-preact/use-hash-location';
import { useCenter } from '../control/center.tsx';
import { AccountSearch } from '../parts/account-search.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Popover } from '../parts/popover.tsx';
import { addressOf, type Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

/** The current account: a button that opens a search of all accounts. */
export function AccountChooser({ place }: { readonly place: Place | undefined }) {
  const { account: texts } = useTexts();
  const { nameOf, accounts } = useCenter();
  const name = place === undefined ? texts.choose : nameOf(place.account);
  return (
    <Popover
      label={texts.choose}
      buttonClass="account-button"
      buttonLabel={place === undefined ? texts.choose : texts.current(name)}
      button={
        <>
          {place === undefined ? null : <Avatar name={name} seed={place.account} />}
          <span class="account-name">{name}</span>
          <ChevronDown size={16} aria-hidden="true" />
        </>
      }
    >
      {(close) => (
        <AccountSearch
          people={accounts.data?.accounts ?? []}
          label={texts.choose}
          chosen={place?.account}
          onChoose={(account) => {
            close();
            navigate(placeOf(place, account));
          }}
        />
      )}
    </Popover>
  );
}

/** The same screen for another person, without the open entry. */
function placeOf(place: Place | undefined, account: string): string {
  if (place?.screen === 'traffic') return addressOf({ ...place, account });
  return addressOf({ screen: 'inbox', account, list: place?.list ?? 'pending' });
}
