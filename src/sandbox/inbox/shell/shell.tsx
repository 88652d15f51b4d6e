import { UserX, WifiOff } from 'lucide-preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import { useCenter } from '../control/center.tsx';
import { useConnection } from '../control/change-stream.ts';
import { InboxScreen } from '../lists/inbox-screen.tsx';
import type { Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { TrafficScreen } from '../traffic/traffic-screen.tsx';
import { FaultsBanner } from './faults-banner.tsx';
import { Header } from './header.tsx';
import { Welcome } from './welcome.tsx';

/** The frame of every screen. */
export function Shell({ place }: { readonly place: Place | undefined }) {
  const texts = useTexts();
  usePageTitle(place);
  const announce = useAnnounce();
  // What was announced to one person is not for the next.
  useLayoutEffect(() => announce(''), [place?.account, announce]);
  const skip = (event: Event) => {
    // The hash is the address of the screen, so this link cannot use it.
    event.preventDefault();
    document.getElementById('content')?.focus();
  };
  return (
    <div class="shell">
      {/* A link to a place, for those who go through the page by its links. */}
      {/* biome-ignore lint/a11y/useValidAnchor: see above */}
      <a class="skip-link" href="#content" onClick={skip}>
        {texts.skip}
      </a>
      <Header place={place} />
      <ConnectionNote />
      <FaultsBanner place={place} />
      <main id="content" class="content" tabIndex={-1}>
        <Screen place={place} />
      </main>
    </div>
  );
}

function Screen({ place }: { readonly place: Place | undefined }) {
  const { account: texts } = useTexts();
  const { accounts } = useCenter();
  const people = accounts.data?.accounts;
  if (people === undefined) {
    return accounts.failure === undefined ? (
      <div class="welcome">
        <Skeleton />
      </div>
    ) : (
      <FailureNotice failure={accounts.failure} retry={accounts.reload} />
    );
  }
  if (place === undefined) return <Welcome people={people} />;
  if (!people.some(({ account }) => account === place.account)) {
    return (
      <div class="lone">
        <Notice isPage icon={UserX} title={texts.unknown(place.account)} hint={texts.unknownHint}>
          <a class="button" href="#/">
            {texts.choose}
          </a>
        </Notice>
      </div>
    );
  }
  return place.screen === 'inbox' ? <InboxScreen place={place} /> : <TrafficScreen place={place} />;
}

/** Unobtrusive, since the data stays visible and the page reconnects by itself. */
function ConnectionNote() {
  const { connection } = useTexts();
  const isLost = useConnection() === 'lost';
  return (
    <div role="status" class="connection">
      {isLost ? (
        <p>
          <WifiOff size={15} aria-hidden="true" /> {connection.lost}
        </p>
      ) : null}
    </div>
  );
}

/** The title contains the number of pending tasks, so that a background tab shows it. */
function usePageTitle(place: Place | undefined): void {
  const texts = useTexts();
  const { accounts, nameOf } = useCenter();
  const counts = accounts.data?.accounts.find(({ account }) => account === place?.account)?.counts;
  const waiting = place?.screen === 'inbox' && place.list === 'messages' ? counts?.unread : counts?.pending;
  const screen =
    place === undefined ? texts.account.choose : place.screen === 'inbox' ? texts.lists[place.list] : texts.nav.traffic;
  const who = place === undefined ? [] : [nameOf(place.account)];
  const title = [screen, ...who, texts.product].join(' · ');
  useEffect(() => {
    document.title = waiting === undefined || waiting === 0 ? title : `(${waiting}) ${title}`;
  }, [title, waiting]);
}
