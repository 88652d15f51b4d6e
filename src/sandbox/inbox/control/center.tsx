import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { AccountAnswer } from '../../control/account-routes.ts';
import type { CenterAnswer, ClockAnswer } from '../../control/running-routes.ts';
import type { TransactionTypesAnswer } from '../../control/task-routes.ts';
import type { CenterTask } from '../../state/center-state.ts';
import { type Resource, useResource } from './call-control.ts';

type Handled = Pick<CenterTask, 'handlers' | 'groups' | 'delegates'>;

/** What every screen needs from the center: people, names, clock. */
interface Center {
  readonly accounts: Resource<{ readonly accounts: readonly AccountAnswer[] }>;
  readonly clock: ClockAnswer | undefined;
  /** How far the clock of the center is ahead of this browser's, in milliseconds. */
  readonly aheadMs: number;
  nameOf(account: string): string;
  membersOf(group: string): string[];
  /** The accounts of the directory that may handle a task. */
  handlersOf(task: Handled): string[];
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
  const { data: known } = useResource<TransactionTypesAnswer>('/transaction-types', ['tasks']);
  const clock = running?.clock;
  const aheadMs = useMemo(() => (clock === undefined ? 0 : clock.now - Date.now()), [clock]);
  const people = accounts.data?.accounts ?? [];
  const center: Center = {
    ...{ accounts, clock, aheadMs },
    nameOf: (account) => people.find((each) => each.account === account)?.name ?? account,
    membersOf: (group) => people.filter(({ groups }) => groups.includes(group)).map(({ name }) => name),
    handlersOf: ({ handlers, groups, delegates = [] }) =>
      people
        .filter(({ account, groups: own }) => {
          const isHandler = handlers.length > 0 ? handlers.includes(account) : own.some((id) => groups.includes(id));
          return isHandler || delegates.includes(account);
        })
        .map(({ account }) => account),
    groupName: (group) => running?.groups.find(({ id }) => id === group)?.name ?? group,
    appName: (appId) => running?.apps.find((app) => app.appId === appId)?.name ?? appId,
    processName: (code) => known?.types.find(({ transTypeCode }) => transTypeCode === code)?.transTypeName ?? code,
  };
  return <CenterContext.Provider value={center}>{children}</CenterContext.Provider>;
}

export function useCenter(): Center {
  const center = useContext(CenterContext);
  if (center === undefined) throw new Error('useCenter() stands outside of CenterProvider');
  return center;
}
