import { ArrowLeftRight, Inbox } from 'lucide-preact';
import { LanguageSwitch } from '../../../page/parts/language-switch.tsx';
import { ThemeSwitch } from '../../../page/parts/theme-switch.tsx';
import { useCenter } from '../control/center.tsx';
import { addressOf, type Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { AccountChooser } from './account-chooser.tsx';
import { NotificationBell } from './notification-bell.tsx';

export function Header({ place }: { readonly place: Place | undefined }) {
  const texts = useTexts();
  const home = place === undefined ? '/' : addressOf({ screen: 'inbox', account: place.account, list: 'pending' });
  return (
    <header class="header">
      <a class="product" href={`#${home}`} aria-label={`${texts.product} ${texts.productNote}`}>
        <span class="product-mark">
          <Inbox size={18} aria-hidden="true" />
        </span>
        <span class="product-name">
          {texts.product} <small>{texts.productNote}</small>
        </span>
      </a>
      {place === undefined ? null : <MainNavigation place={place} />}
      <div class="header-tools">
        {place === undefined ? null : <NotificationBell key={place.account} account={place.account} />}
        <LanguageSwitch />
        <ThemeSwitch />
        <AccountChooser place={place} />
      </div>
    </header>
  );
}

/** In the header on a wide screen, at the bottom on a narrow one. */
function MainNavigation({ place }: { readonly place: Place }) {
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
