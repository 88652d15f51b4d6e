import { useEffect, useState } from 'preact/hooks';

/** The screens of the page; each is the first part of an address, which is in the fragment. */
export const SCREENS = [
  'instances',
  'tasks',
  'definitions',
  'reports',
  'messages',
  'jobs',
  'incidents',
  'doubts',
  'history',
] as const;
export type Screen = (typeof SCREENS)[number];

export interface Place {
  readonly screen: Screen;
  /** The instance or definition that is open. */
  readonly id?: string;
  /** The filter of a list. */
  readonly filter: Readonly<Record<string, string>>;
}

export function addressOf(screen: Screen, id?: string, filter: Readonly<Record<string, string>> = {}): string {
  const path = `#/${screen}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
  const given = Object.entries(filter).filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

function readPlace(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [name, id] = path.split('/');
  const screen = SCREENS.find((known) => known === name) ?? 'instances';
  const filter = Object.fromEntries(new URLSearchParams(query));
  if (id === undefined || id === '') return { screen, filter };
  try {
    return { screen, id: decodeURIComponent(id), filter };
  } catch {
    return { screen, id, filter };
  }
}

export function usePlace(): Place {
  const [place, setPlace] = useState(readPlace);
  useEffect(() => {
    const read = () => setPlace(readPlace());
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return place;
}
