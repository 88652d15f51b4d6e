import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import type { AccountAnswer } from '../../control/account-routes.ts';
import type { DescribedApp } from '../../control/describe-app.ts';
import type { CenterAnswer, ClockAnswer } from '../../control/running-routes.ts';
import type { TransactionTypesAnswer } from '../../control/task-routes.ts';
import type { Switches } from '../../setup/switches.ts';
import type { CenterTask } from '../../state/center-state.ts';
import { type Resource, useResource } from './use-resource.ts';

type Handled = Pick<CenterTask, 'handlers' | 'groups' | 'delegates'>;

/** Names and handlers. They change rarely, so that rows which use nothing else are not drawn again when counts change. */
export interface Names {
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

/** What every screen needs from the center: people, display names, clock. */
export interface Center extends Names {
  readonly accounts: Resource<{ readonly accounts: readonly AccountAnswer[] }>;
  readonly clock: ClockAnswer | undefined;
  /** How far the clock of the center is ahead of this browser's, in milliseconds. */
  readonly aheadMs: number;
  readonly apps: readonly DescribedApp[];
  /** Undefined until they are fetched. */
  readonly switches: Switches | undefined;
}

const CenterContext = createContext<Center | undefined>(undefined);
const NamesContext = createContext<Names | undefined>(undefined);

export function CenterProvider({ children }: { readonly children: ComponentChildren }) {
  const accounts = useResource<{ readonly accounts: readonly AccountAnswer[] }>('/accounts', ['tasks', 'messages']);
  const { data: running } = useResource<CenterAnswer>('', ['clock']);
  const clock = running?.clock;
  const { data: known } = useResource<TransactionTypesAnswer>('/transaction-types', ['tasks']);
  const aheadMs = useMemo(() => (clock === undefined ? 0 : clock.now - Date.now()), [clock]);
  const people = useSame(accounts.data?.accounts.map(({ account, name, groups }) => ({ account, name, groups })) ?? []);
  const groups = useSame(running?.groups ?? []);
  const apps = useSame(running?.apps ?? []);
  const names = useMemo((): Names => {
    const processes = new Map(known?.types.map((each) => [each.transTypeCode, each.transTypeName]));
    return {
      nameOf: (account) => people.find((each) => each.account === account)?.name ?? account,
      membersOf: (group) => people.filter((each) => each.groups.includes(group)).map(({ name }) => name),
      handlersOf: ({ handlers, groups: own, delegates = [] }) =>
        people
          .filter(({ account, groups: all }) => {
            const isHandler = handlers.length > 0 ? handlers.includes(account) : all.some((id) => own.includes(id));
            return isHandler || delegates.includes(account);
          })
          .map(({ account }) => account),
      groupName: (group) => groups.find(({ id }) => id === group)?.name ?? group,
      appName: (appId) => apps.find((app) => app.appId === appId)?.name ?? appId,
      processName: (code) => processes.get(code) ?? code,
    };
  }, [people, groups, apps, known]);
  const center = useMemo(
    (): Center => ({ ...names, apps, accounts, clock, aheadMs, switches: running?.switches }),
    [names, accounts.data, accounts.failure, clock, aheadMs, running],
  );
  return (
    <NamesContext.Provider value={names}>
      <CenterContext.Provider value={center}>{children}</CenterContext.Provider>
    </NamesContext.Provider>
  );
}

/** The same object as long as its content is the same. */
function useSame<Value>(value: Value): Value {
  return useMemo(() => value, [JSON.stringify(value)]);
}

export function useCenter(): Center {
  return inside(useContext(CenterContext));
}

export function useNames(): Names {
  return inside(useContext(NamesContext));
}

function inside<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('what the center knows is used outside of CenterProvider');
  return value;
}
