import { Activity } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import { FailureNotice } from '../../page/parts/failure-notice.tsx';
import { LanguageSwitch } from '../../page/parts/language-switch.tsx';
import { ThemeSwitch } from '../../page/parts/theme-switch.tsx';
import { addressOf, type Place, SCREENS, usePlace } from './address.ts';
import { useMe } from './data/me.tsx';
import { DefinitionDetail } from './details/definition-detail.tsx';
import { InstanceDetail } from './details/instance-detail.tsx';
import { Doubts } from './doubts.tsx';
import { ListScreen } from './parts/list-screen.tsx';
import { useTexts } from './texts/use-texts.ts';

/** The frame of every screen. */
export function Shell() {
  const texts = useTexts();
  const place = usePlace();
  const me = useMe();
  const title = `${texts.screens[place.screen]}${place.id === undefined ? '' : ` · ${place.id}`}`;
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title, texts]);
  const skip = (event: Event) => {
    // The hash is the address of the screen, so this link cannot use it.
    event.preventDefault();
    document.getElementById('content')?.focus();
  };
  return (
    <div class="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: a link to a place, for those who go through the page by its links */}
      <a class="skip-link" href="#content" onClick={skip}>
        {texts.skip}
      </a>
      <header class="header">
        <a class="product" href={addressOf('instances')} aria-label={`${texts.product}, ${texts.productNote}`}>
          <span class="product-mark">
            <Activity size={18} aria-hidden="true" />
          </span>
          <span class="product-name">
            {texts.product} <small>{texts.productNote}</small>
          </span>
        </a>
        <nav class="main-navigation" aria-label={texts.mainNavigation}>
          {SCREENS.map((screen) => (
            <a key={screen} href={addressOf(screen)} aria-current={screen === place.screen ? 'page' : undefined}>
              {texts.screens[screen]}
            </a>
          ))}
        </nav>
        <div class="header-tools">
          {me.data === undefined ? null : (
            <span class="me" title={me.data.mayOperate || me.data.mayModify ? texts.me(me.data.name) : texts.onlyLooks}>
              {me.data.name}
            </span>
          )}
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main id="content" class="content admin-content" tabIndex={-1}>
        {me.data === undefined && me.failure !== undefined ? (
          <FailureNotice failure={me.failure} retry={me.reload} />
        ) : (
          <Content place={place} />
        )}
      </main>
    </div>
  );
}

function Content({ place: { screen, id, filter } }: { readonly place: Place }) {
  if (screen === 'doubts') return <Doubts />;
  if (screen === 'instances' && id !== undefined) return <InstanceDetail key={id} id={id} />;
  if (screen === 'definitions' && id !== undefined) return <DefinitionDetail key={id} id={id} />;
  return <ListScreen key={screen} screen={screen} filter={filter} />;
}
