import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { AccountAnswer } from '../../control/account-routes.ts';
import type { CenterAnswer, ClockAnswer } from '../../control/running-routes.ts';
import type { CenterTransaction } from '../../state/center-state.ts';
import { type Resource, useResource } from './use-resource.ts';

/** What every screen needs from the center: people, display names, clock. */
export interface Center {
  readonly accounts: Resource<{ readonly accounts: readonly AccountAnswer[] }>;
  readonly clock: ClockAnswer | undefined;
  /** How far the clock of the center is ahead of this browser's, in milliseconds. */
  readonly aheadMs: number;
  nameOf(account: string): string;
  membersOf(group: string): string[];
  /** Name of a group; its id if the center does not know it, as with those below. */
  groupName(group: string): string;
  appName(appId: string): string;
  /** Name of a transaction type. */
  processName(transTypeCode: string): string;
}

const CenterContext = createContext<Center | undefined>(undefined);

export function CenterProvider({ children }: { readonly children: ComponentChildren }) {
  const accounts = useResource<{ readonly accounts: readonly AccountAnswer[] }>('/accounts', ['tasks', 'messages']);
  const { data: running } = useResource<CenterAnswer>('', ['clock']);
  const clock = running?.clock;
  const { data: known } = useResource<{ readonly transactions: readonly CenterTransaction[] }>('/transactions', [
    'tasks',
  ]);
  const aheadMs = useMemo(() => (clock === undefined ? 0 : clock.now - Date.now()), [clock]);
  const center = useMemo((): Center => {
    const people = accounts.data?.accounts ?? [];
    const processes = new Map(known?.transactions.map((each) => [each.transTypeCode, each.transTypeName]));
    return {
      accounts,
      clock,
      aheadMs,
      nameOf: (account) => people.find((each) => each.account === account)?.name ?? account,
      membersOf: (group) => people.filter(({ groups }) => groups.includes(group)).map(({ name }) => name),
      groupName: (group) => running?.groups.find(({ id }) => id === group)?.name ?? group,
      appName: (appId) => running?.apps.find((app) => app.appId === appId)?.name ?? appId,
      processName: (code) => processes.get(code) ?? code,
    };
  }, [accounts.data, accounts.failure, clock, aheadMs, known, running]);
  return <CenterContext.Provider value={center}>{children}</CenterContext.Provider>;
}

export function useCenter(): Center {
  const center = useContext(CenterContext);
  if (center === undefined) throw new Error('useCenter() stands outside of CenterProvider');
  return center;
}
