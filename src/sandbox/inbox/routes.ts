/** Addresses of the page, in the fragment: account and screen. Links can be shared, and Back works. */
export const LIST_NAMES = ['pending', 'handled', 'initiated', 'messages'] as const;
export type ListName = (typeof LIST_NAMES)[number];

export const TRAFFIC_VIEWS = ['calls', 'faults', 'clock'] as const;
export type TrafficView = (typeof TRAFFIC_VIEWS)[number];

export interface InboxPlace {
  readonly screen: 'inbox';
  readonly account: string;
  readonly list: ListName;
  /** A task; of messages, a sendId. */
  readonly item?: string;
}

export interface TrafficPlace {
  readonly screen: 'traffic';
  readonly account: string;
  readonly view: TrafficView;
  /** Shows only the calls of this transaction. */
  readonly transactionId?: string;
  /** The call that is open. */
  readonly seq?: number;
}

export type Place = InboxPlace | TrafficPlace;

/** Shows the calls of all transactions. */
const ALL = 'all';

export function addressOf(place: Place): string {
  const parts =
    place.screen === 'inbox'
      ? [place.list, ...(place.item === undefined ? [] : [place.item])]
      : ['traffic', place.view, ...callParts(place)];
  return `/${[place.account, ...parts].map(encodeURIComponent).join('/')}`;
}

function callParts({ view, transactionId, seq }: TrafficPlace): string[] {
  if (view !== 'calls' || (transactionId === undefined && seq === undefined)) return [];
  return [transactionId ?? ALL, ...(seq === undefined ? [] : [String(seq)])];
}

/** Undefined if the address names no account or is not valid. */
export function readAddress(address: string): Place | undefined {
  const [account, name, item, third, fourth] = address
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
  if (account === undefined) return undefined;
  if (name === 'traffic') {
    const view = TRAFFIC_VIEWS.find((known) => known === item) ?? 'calls';
    const seq = fourth === undefined || !/^\d+$/.test(fourth) ? undefined : Number(fourth);
    return {
      screen: 'traffic',
      account,
      view,
      ...(third === undefined || third === ALL ? {} : { transactionId: third }),
      ...(seq === undefined ? {} : { seq }),
    };
  }
  const list = LIST_NAMES.find((known) => known === name) ?? 'pending';
  return { screen: 'inbox', account, list, ...(item === undefined ? {} : { item }) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
