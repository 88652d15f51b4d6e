import type { Account } from '../setup/directory.ts';
import { countLists, type ListCounts } from '../tasks/lists.ts';
import { type ControlParts, defineRoute } from './control-route.ts';
import { findAccount } from './find-known.ts';

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

export const ACCOUNT_ROUTES = [
  defineRoute('GET /accounts', {
    title: 'all accounts, with counts',
    answers: '`accounts`, each with `groups` and `counts`: pending, handled, initiated, unread, notifications',
    answer: (_call, parts) => ({ accounts: parts.center.directory.accounts.map((each) => describe(each, parts)) }),
  }),
  defineRoute('GET /accounts/{account}', {
    title: 'one account',
    answers: 'the same for one account',
    answer: ({ params }, parts) => describe(findAccount(parts.center, params.account), parts),
  }),
  defineRoute('GET /accounts/{account}/pending', {
    title: 'pending list',
    answers: '`tasks`, each with the `buttons` of this list',
    answer: ({ params }, { sandbox, center }) => ({
      tasks: sandbox.pending(findAccount(center, params.account).account),
    }),
  }),
  defineRoute('GET /accounts/{account}/handled', {
    title: 'handled list',
    answers: 'the same for this list; also `handling`, the latest record of the account, and `transactionState`',
    answer: ({ params }, { sandbox, center }) => ({
      tasks: sandbox.handled(findAccount(center, params.account).account),
    }),
  }),
  defineRoute('GET /accounts/{account}/initiated', {
    title: 'initiated list',
    answers: '`transactions` with summary, `state` and `tasks`, each with the buttons of this list',
    answer: ({ params }, { sandbox, center }) => ({
      transactions: sandbox.initiated(findAccount(center, params.account).account),
    }),
  }),
  defineRoute('GET /accounts/{account}/batchable', {
    title: 'tasks available for a batch',
    answers: '`tasks` with only their batch buttons',
    answer: ({ params }, { sandbox, center }) => ({
      tasks: sandbox.batchable(findAccount(center, params.account).account),
    }),
  }),
];

function describe(person: Account, { sandbox, center }: ControlParts): AccountAnswer {
  const { account } = person;
  return {
    ...person,
    groups: center.directory.groups.flatMap(({ id, members }) => (members.includes(account) ? [id] : [])),
    counts: {
      ...countLists(center, account),
      unread: sandbox.messages(account).filter(({ isRead }) => !isRead).length,
      notifications: sandbox.notifications(account).length,
    },
  };
}
