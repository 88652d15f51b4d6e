import { Inbox } from 'lucide-preact';
import { LanguageSwitch } from '../../../page/parts/language-switch.tsx';
import { ThemeSwitch } from '../../../page/parts/theme-switch.tsx';
import { addressOf, type Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { AccountChooser } from './account-chooser.tsx';
import { MainNavigation } from './main-navigation.tsx';
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
