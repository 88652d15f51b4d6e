import * as z from 'zod';
import type { TaskList } from '../../protocol/constants.ts';
import { whyNotTaken } from '../http/call-out.ts';
import { type CenterState, type CenterTask, type CenterTransaction, delegatorOf } from '../state/center-state.ts';
import type { TaskDiagram } from '../tasks/ask-diagram.ts';
import type { CenterButton } from '../tasks/center-button.ts';
import { findButtons, isIn } from '../tasks/lists.ts';
import type { PressResult } from '../tasks/press.ts';
import { type TransactionState, transactionStateOf } from '../tasks/transaction-state.ts';
import { warnOfUnknownPeople } from '../tasks/unknown-people.ts';
import { ControlError } from './control-error.ts';
import { defineRoute } from './control-route.ts';
import { findAccount, findTask, findTransaction } from './find-known.ts';

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

/** Answer of `GET /tasks/{taskId}/diagram`. */
export interface DiagramAnswer {
  readonly diagram: TaskDiagram;
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

export const TASK_ROUTES = [
  defineRoute('GET /tasks/{taskId}', {
    title: 'a task',
    query: z.strictObject({ account: text.exactOptional() }),
    answers:
      '`task` with records, changes and `unreportedPresses` (of HANDLEDR and PROMOTER), `warnings` about people it names who are not in the directory, `actions`, `previousActions`, `transaction` and `transactionState`, `tasks` of the whole transaction; `offered`: the lists and buttons of `account`; `delegatedBy`: who delegated it to `account`',
    example: { account: 'bo' },
    answer: ({ params, query }, { center }) => describeTask(center, findTask(center, params.taskId), query.account),
  }),
  defineRoute('POST /tasks/{taskId}/press', {
    title: 'press a button',
    body: press,
    answers:
      '`status` and `body` of the business system, `uuid`, and `taken`, whether it accepted the press; if not, the `reason`; `failure` without an answer; `opened`, the url of a page. With the `uuid` of an earlier press of this account on this task, the call is made again, even if the button is no longer offered; if it was accepted before, nothing changes in the center',
    example: { account: 'bo', action: 'Approve', opinions: 'fine' },
    async answer({ params, body }, { sandbox, center }) {
      findTask(center, params.taskId);
      findAccount(center, body.account);
      return judge(center, await sandbox.press(params.taskId, body));
    },
  }),
  defineRoute('POST /batch', {
    title: 'batch approval',
    takes: 'the parts of one batch share the `uuid` if the switch `batchUuid` says so',
    body: batch,
    answers: '`results`, each as for a press, with its `taskId`',
    example: { account: 'bo', taskIds: ['t-1', 't-2'] },
    async answer({ body: { taskIds, ...given } }, { sandbox, center }) {
      for (const taskId of taskIds) findTask(center, taskId);
      findAccount(center, given.account);
      const results = await sandbox.batch(taskIds, given);
      return { results: results.map(({ taskId, ...result }) => ({ taskId, ...judge(center, result) })) };
    },
  }),
  defineRoute('POST /tasks/{taskId}/delegate', {
    title: 'delegate a task whose `canDelegate` is 1',
    body: z.strictObject({ account: text, to: text }),
    answers: '`taskId`, `to`',
    example: { account: 'bo', to: 'chen' },
    answer({ params, body }, { sandbox, center }) {
      const { taskId } = findTask(center, params.taskId);
      sandbox.delegate(taskId, { from: findAccount(center, body.account).account, to: body.to });
      return { taskId, to: body.to };
    },
  }),
  defineRoute('POST /tasks/{taskId}/open', {
    title: 'open a task',
    body: z.strictObject({ account: text }),
    answers: '`url`, `lists`, and `asked`: the task-status request that was sent because the task is old',
    example: { account: 'bo' },
    answer({ params, body }, { sandbox, center }) {
      findTask(center, params.taskId);
      return sandbox.open(params.taskId, findAccount(center, body.account).account);
    },
  }),
  defineRoute('GET /tasks/{taskId}/diagram', {
    title: 'the diagram of a task',
    answers:
      '`diagram`, as the business system returns it: `instanceId`, `processId`, `status`, `xml`, `nodes` with `current` and `done`, `flows`, `reports`, and `steps` if it says when which nodes were reached',
    async answer({ params: { taskId } }, { sandbox, center }): Promise<DiagramAnswer> {
      findTask(center, taskId);
      const outcome = await sandbox.diagram(taskId);
      if ('diagram' in outcome) return outcome;
      if ('none' in outcome) throw new ControlError('ERR_DIAGRAM_NONE', outcome.none);
      throw new ControlError('ERR_DIAGRAM_FAILED', outcome.failure);
    },
  }),
  defineRoute('GET /transactions', {
    title: 'transactions',
    query: z.strictObject({ serialNumber: text.exactOptional() }),
    answers: '`transactions`',
    example: { serialNumber: 'L-1' },
    answer: ({ query: { serialNumber } }, { sandbox }) => ({
      transactions: sandbox
        .transactions()
        .filter((each) => serialNumber === undefined || each.serialNumber === serialNumber),
    }),
  }),
  defineRoute('GET /transaction-types', {
    title: 'transaction types',
    answers: '`types` of the transactions, with their names',
    answer: (_call, { center }): TransactionTypesAnswer => ({ types: listTypes(center) }),
  }),
  defineRoute('GET /transactions/{transactionId}', {
    title: 'one transaction',
    answers: '`transaction`, `tasks`',
    answer({ params: { transactionId } }, { center }) {
      const transaction = findTransaction(center, transactionId);
      return { transaction, tasks: tasksOf(center, transaction) };
    },
  }),
];

function judge({ switches }: CenterState, result: PressResult): PressAnswer {
  if (result.opened !== undefined) return { ...result, taken: false };
  const reason = whyNotTaken(result, switches);
  return { ...result, taken: reason === undefined, ...(reason === undefined ? {} : { reason }) };
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
