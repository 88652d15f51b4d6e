import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../setup/directory.ts';
import type { CenterState } from '../state/center-state.ts';
import { countLists, type ListCounts } from '../tasks/lists.ts';
import { ControlError } from './control-error.ts';
import { type ControlRoute, defineRoute } from './control-route.ts';

/** Answer of `GET /accounts` and `GET /accounts/{account}`: a person, with counts of their open work. */
export interface AccountAnswer extends Account {
  /** Ids of the groups that the account belongs to. */
  readonly groups: readonly string[];
  readonly counts: ListCounts & {
    /** System messages that the account has read on neither side. */
    readonly unread: number;
    readonly notifications: number;
  };
}

/** @throws {ControlError} `ERR_ACCOUNT_UNKNOWN`: without it, a misspelled name would look like an empty list */
export function findAccount({ directory }: CenterState, account: string): Account {
  const found = directory.accounts.find((entry) => entry.account === account);
  if (found !== undefined) return found;
  const names = directory.accounts.map((entry) => entry.account).join(', ');
  throw new ControlError('ERR_ACCOUNT_UNKNOWN', `the directory has no account ${account}; it has ${names}`);
}

export function accountRoutes(sandbox: Sandbox, center: CenterState): ControlRoute[] {
  const describe = (account: Account): AccountAnswer => ({
    ...account,
    groups: center.directory.groups.flatMap(({ id, members }) => (members.includes(account.account) ? [id] : [])),
    counts: {
      ...countLists(center, account.account),
      unread: sandbox.messages(account.account).filter(({ isRead }) => !isRead).length,
      notifications: sandbox.notifications(account.account).length,
    },
  });
  const known = (account: string) => findAccount(center, account).account;
  return [
    defineRoute({
      method: 'GET',
      path: '/accounts',
      answer: () => ({ accounts: center.directory.accounts.map(describe) }),
    }),
    defineRoute({
      method: 'GET',
      path: '/accounts/{account}',
      answer: ({ params }) => describe(findAccount(center, params.account)),
    }),
    defineRoute({
      method: 'GET',
      path: '/accounts/{account}/pending',
      answer: ({ params }) => ({ tasks: sandbox.pending(known(params.account)) }),
    }),
    defineRoute({
      method: 'GET',
      path: '/accounts/{account}/handled',
      answer: ({ params }) => ({ tasks: sandbox.handled(known(params.account)) }),
    }),
    defineRoute({
      method: 'GET',
      path: '/accounts/{account}/initiated',
      answer: ({ params }) => ({ transactions: sandbox.initiated(known(params.account)) }),
    }),
    defineRoute({
      method: 'GET',
      path: '/accounts/{account}/batchable',
      answer: ({ params }) => ({ tasks: sandbox.batchable(known(params.account)) }),
    }),
  ];
}
