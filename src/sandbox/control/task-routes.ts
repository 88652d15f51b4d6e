import * as z from 'zod';
import type { TaskList } from '../../protocol/constants.ts';
import { whyNotTaken } from '../http/call-out.ts';
import type { Sandbox } from '../sandbox.ts';
import { type CenterState, type CenterTask, type CenterTransaction, delegatorOf } from '../state/center-state.ts';
import type { CenterButton } from '../tasks/center-button.ts';
import { findButtons, isIn } from '../tasks/lists.ts';
import type { PressResult } from '../tasks/press.ts';
import { type TransactionState, transactionStateOf } from '../tasks/transaction-state.ts';
import { warnOfUnknownPeople } from '../tasks/unknown-people.ts';
import { findAccount } from './account-routes.ts';
import { ControlError } from './control-error.ts';
import { type ControlRoute, defineRoute } from './control-route.ts';

/** Answer of `GET /tasks/{taskId}`. */
export interface TaskAnswer {
  /** With its records and changes: who, when, opinion and status. */
  readonly task: Omit<CenterTask, 'buttons'>;
  /** A sentence for each person it names who is not in the directory. */
  readonly warnings: readonly string[];
  /** The buttons that it was created with, shown or not. */
  readonly actions: readonly CenterButton[];
  /** The buttons that reports added when it was handled, with the presses that are left (`times`). */
  readonly previousActions: readonly CenterButton[];
  readonly transaction: CenterTransaction;
  readonly transactionState: TransactionState;
  /** All tasks of the transaction, including this one, in the order of creation. */
  readonly tasks: readonly Omit<CenterTask, 'buttons'>[];
  /** With the query `account`: the lists in which the account finds the task, with the buttons that each list shows. */
  readonly offered?: readonly { readonly list: TaskList; readonly buttons: readonly CenterButton[] }[];
  /** With the query `account`: who delegated it to the account, if somebody did. */
  readonly delegatedBy?: string;
}

/** Answer of `GET /transaction-types`. */
export interface TransactionTypesAnswer {
  /** The types of the transactions that the center has, with the name in the latest task that gives one. */
  readonly types: readonly { readonly transTypeCode: string; readonly transTypeName?: string }[];
}

/** Answer of `POST /tasks/{taskId}/press`, and of each task of `POST /batch`. */
export interface PressAnswer extends PressResult {
  /** Whether the business system accepted the press, according to the switch buttonAnswer. */
  readonly taken: boolean;
  /** Why it was not accepted, as a sentence; absent when it was accepted or a page was opened. */
  readonly reason?: string;
}

const text = z.string().min(1, 'must not be empty');
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

const press = z.strictObject({
  account: text,
  action: text,
  opinions: z.string().exactOptional(),
  nextNodeKey: z.string().exactOptional(),
  time: z.string().regex(TIME, 'must be a yyyy-MM-dd HH:mm:ss').exactOptional(),
  uuid: text.exactOptional(),
});

const batch = z.strictObject({
  account: text,
  taskIds: z.array(text).min(1, 'must name at least one task'),
  opinions: z.string().exactOptional(),
  action: text.exactOptional(),
  uuid: text.exactOptional(),
});

export function taskRoutes(sandbox: Sandbox, center: CenterState): ControlRoute[] {
  const judge = (result: PressResult): PressAnswer => {
    if (result.opened !== undefined) return { ...result, taken: false };
    const reason = whyNotTaken(result, center.switches);
    return { ...result, taken: reason === undefined, ...(reason === undefined ? {} : { reason }) };
  };
  return [
    defineRoute({
      method: 'GET',
      path: '/tasks/{taskId}',
      query: z.strictObject({ account: text.exactOptional() }),
      answer: ({ params, query }) => describeTask(center, findTask(center, params.taskId), query.account),
    }),
    defineRoute({
      method: 'POST',
      path: '/tasks/{taskId}/press',
      body: press,
      async answer({ params, body }) {
        findTask(center, params.taskId);
        findAccount(center, body.account);
        return judge(await sandbox.press(params.taskId, body));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/tasks/{taskId}/open',
      body: z.strictObject({ account: text }),
      answer({ params, body }) {
        findTask(center, params.taskId);
        return sandbox.open(params.taskId, findAccount(center, body.account).account);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/tasks/{taskId}/delegate',
      body: z.strictObject({ account: text, to: text }),
      answer({ params, body }) {
        const { taskId } = findTask(center, params.taskId);
        sandbox.delegate(taskId, { from: findAccount(center, body.account).account, to: body.to });
        return { taskId, to: body.to };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/batch',
      body: batch,
      async answer({ body: { taskIds, ...given } }) {
        for (const taskId of taskIds) findTask(center, taskId);
        findAccount(center, given.account);
        const results = await sandbox.batch(taskIds, given);
        return { results: results.map(({ taskId, ...result }) => ({ taskId, ...judge(result) })) };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/transactions',
      query: z.strictObject({ serialNumber: text.exactOptional() }),
      answer: ({ query: { serialNumber } }) => ({
        transactions: sandbox
          .transactions()
          .filter((each) => serialNumber === undefined || each.serialNumber === serialNumber),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/transaction-types',
      answer: (): TransactionTypesAnswer => ({ types: listTypes(center) }),
    }),
    defineRoute({
      method: 'GET',
      path: '/transactions/{transactionId}',
      answer({ params: { transactionId } }) {
        const transaction = findTransaction(center, transactionId);
        return { transaction, tasks: tasksOf(center, transaction) };
      },
    }),
  ];
}

function listTypes({ transactions }: CenterState): TransactionTypesAnswer['types'] {
  const names = new Map<string, string | undefined>();
  for (const { transTypeCode, transTypeName } of transactions.values()) {
    names.set(transTypeCode, transTypeName ?? names.get(transTypeCode));
  }
  return [...names].map(([transTypeCode, transTypeName]) => ({
    transTypeCode,
    ...(transTypeName === undefined ? {} : { transTypeName }),
  }));
}

function findTask({ tasks }: CenterState, taskId: string): CenterTask {
  const task = tasks.get(taskId);
  if (task === undefined) throw new ControlError('ERR_TASK_UNKNOWN', `the center has no task ${taskId}`);
  return task;
}

function findTransaction({ transactions }: CenterState, transactionId: string): CenterTransaction {
  const transaction = transactions.get(transactionId);
  if (transaction !== undefined) return transaction;
  throw new ControlError('ERR_TRANSACTION_UNKNOWN', `the center has no transaction ${transactionId}`);
}

function describeTask(center: CenterState, found: CenterTask, account: string | undefined): TaskAnswer {
  const { buttons, ...task } = found;
  const transaction = findTransaction(center, task.transactionId);
  return {
    task,
    warnings: warnOfUnknownPeople(center.directory, found),
    actions: buttons.filter(({ isPrevious }) => !isPrevious),
    previousActions: buttons.filter(({ isPrevious }) => isPrevious),
    transaction,
    transactionState: transactionStateOf(center, transaction),
    tasks: tasksOf(center, transaction),
    ...(account === undefined ? {} : describeFor(center, found, findAccount(center, account).account)),
  };
}

function describeFor(
  center: CenterState,
  task: CenterTask,
  account: string,
): Pick<TaskAnswer, 'offered' | 'delegatedBy'> {
  const delegatedBy = delegatorOf(task, account);
  return { offered: findOffered(center, task, account), ...(delegatedBy === undefined ? {} : { delegatedBy }) };
}

function tasksOf(center: CenterState, { taskIds }: CenterTransaction): Omit<CenterTask, 'buttons'>[] {
  return taskIds.flatMap((taskId) => {
    const found = center.tasks.get(taskId);
    if (found === undefined) return [];
    const { buttons: _buttons, ...task } = found;
    return [task];
  });
}

function findOffered(center: CenterState, task: CenterTask, account: string): NonNullable<TaskAnswer['offered']> {
  const shown = findButtons(center, task, account);
  const lists = (['pending', 'handled', 'initiated'] as const).filter((list) => isIn(center, list, task, account));
  return lists.map((list) => ({
    list,
    buttons: shown.flatMap((each) => (each.list === list ? [each.button] : [])),
  }));
}
