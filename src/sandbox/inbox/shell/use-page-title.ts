import { useEffect } from 'preact/hooks';
import { useCenter } from '../control/center.tsx';
import type { Place } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';

/** The title contains the number of pending tasks, so that a background tab shows it. */
export function usePageTitle(place: Place | undefined): void {
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
