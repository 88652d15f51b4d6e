import { ArrowLeftRight, Inbox } from 'lucide-preact';
import { useCenter } from '../control/center.tsx';
import { addressOf, type Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

/** In the header on a wide screen, at the bottom on a narrow one. */
export function MainNavigation({ place }: { readonly place: Place }) {
  const texts = useTexts();
  const { accounts } = useCenter();
  const { account } = place;
  const pending = accounts.data?.accounts.find((each) => each.account === account)?.counts.pending ?? 0;
  const entries = [
    {
      ...{ screen: 'inbox', icon: Inbox, text: texts.nav.inbox, count: pending },
      address: addressOf({ screen: 'inbox', account, list: 'pending' }),
    },
    {
      ...{ screen: 'traffic', icon: ArrowLeftRight, text: texts.nav.traffic, count: 0 },
      address: addressOf({ screen: 'traffic', account, view: 'calls' }),
    },
  ];
  return (
    <nav class="main-navigation" aria-label={texts.mainNavigation}>
      {entries.map(({ screen, icon: Icon, text, count, address }) => (
        <a key={screen} href={`#${address}`} aria-current={place.screen === screen ? 'page' : undefined}>
          <Icon size={18} aria-hidden="true" />
          <span>{text}</span>
          {count > 0 ? <span class="count">{count}</span> : null}
        </a>
      ))}
    </nav>
  );
}
