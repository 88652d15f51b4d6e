/** The operations on a task: what each is made of, and the methods of a bridge, a plugin and a host. */
import { isFromBefore } from '../../../protocol/restore-mark.ts';
import type { Verdict } from '../../../protocol/verdict.ts';
import { statusText, type Wording } from '../../explain/wording.ts';
import type { Ask } from '../panels/ask.ts';
import {
  type AddSignersOptions,
  type CirculateOptions,
  type ClaimOptions,
  type DelegateOptions,
  type ReassignOptions,
  type RecallOptions,
  type ReleaseOptions,
  readAddSignersOptions,
  readCirculateOptions,
  readClaimOptions,
  readDelegateOptions,
  readReassignOptions,
  readRecallOptions,
  readReleaseOptions,
  readSendBackOptions,
  readTransferOptions,
  type SendBackOptions,
  type TransferOptions,
} from './operation-options.ts';
import type { OperationSettings, TaskOperation } from './task-operation.ts';

/** @throws {InputError} `ERR_INPUT_INVALID` */
function transferOf(taskId: string, options: TransferOptions, settings: Wording): TaskOperation {
  const { from, to, opinions = null } = readTransferOptions(options, taskId);
  return {
    type: 'TRANSFER',
    taskId,
    account: from,
    opinions,
    done: 'transferred',
    triggerOf: ({ handlers }, person, pressedAt) => {
      if (to === from || (handlers.length === 1 && handlers[0] === to)) return { refuse: 'samePerson' };
      return {
        kind: 'hand-over',
        taskId,
        account: from,
        to: [to],
        button: undefined,
        handleStatus: statusText(settings, 'transfer'),
        handlerName: null,
        ...person,
        opinions,
        pressedAt,
      };
    },
  };
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
function circulationOf(taskId: string, options: CirculateOptions): TaskOperation {
  const { from, to, opinions = null } = readCirculateOptions(options, taskId);
  return {
    type: 'CIRCULARIZE',
    taskId,
    account: from,
    opinions,
    done: 'circulated',
    triggerOf: () => ({ kind: 'circulate', taskId, account: from, to, button: undefined, opinions }),
  };
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
function reassignmentOf(
  taskId: string,
  options: ReassignOptions,
  settings: Wording & Pick<OperationSettings, 'restoreMark'>,
): TaskOperation {
  const { handlers = [], handlingGroup: groups = [], reason, force = false, by } = readReassignOptions(options, taskId);
  return {
    type: 'TRANSFER',
    taskId,
    account: undefined,
    ...(by !== undefined && { by }),
    ...(force && { force }),
    ...(reason !== undefined && { reason }),
    opinions: null,
    done: 'reassigned',
    triggerOf: (task, _person, pressedAt) => {
      // The center may have taken it from their lists since the backup: they get it again, with another id.
      const mayBeLost = settings.restoreMark !== undefined && isFromBefore(taskId, settings.restoreMark);
      const isTheirs = isSame(task.handlers, handlers) && isSame(task.handlingGroups, groups);
      if (isTheirs && !mayBeLost) return { refuse: 'samePerson' };
      return {
        kind: 'hand-over',
        taskId,
        account: undefined,
        to: handlers,
        toGroups: groups,
        force,
        button: undefined,
        handleStatus: statusText(settings, 'reassign'),
        handlerName: settings.systemName,
        opinions: reason ?? null,
        pressedAt,
      };
    },
  };
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
function delegationOf(taskId: string, options: DelegateOptions, settings: Wording): TaskOperation {
  const { from, to, opinions } = readDelegateOptions(options, taskId);
  return askOf(taskId, { kind: 'delegate', from, to: [to], rule: 'all', opinions, done: 'delegated' }, settings);
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
function addedSignersOf(taskId: string, options: AddSignersOptions, settings: Wording): TaskOperation {
  const { from, to, position: kind = 'before', rule = 'all', opinions } = readAddSignersOptions(options, taskId);
  return askOf(taskId, { kind, from, to: [...new Set(to)], rule, opinions, done: 'signersAdded' }, settings);
}

interface Asked extends Pick<Ask, 'to' | 'rule'>, Pick<TaskOperation, 'done'> {
  readonly kind: Ask['kind'] | 'countersign';
  readonly from: string | undefined;
  readonly opinions: string | undefined;
}

const ASK_STATUS = {
  delegate: 'delegate',
  before: 'addSigners',
  beside: 'addSignersBeside',
  countersign: 'addSignersBeside',
} as const;

function askOf(
  taskId: string,
  { from, opinions: written, done, kind, to, rule }: Asked,
  settings: Wording,
): TaskOperation {
  const opinions = written ?? null;
  const handleStatus = statusText(settings, ASK_STATUS[kind]);
  const handlerName = from === undefined ? settings.systemName : null;
  return {
    ...{
      type: kind === 'beside' || kind === 'countersign' ? 'DEAL' : 'TRANSFER',
      taskId,
      account: from,
      opinions,
      done,
    },
    triggerOf: (_task, person, pressedAt) => {
      const acting = { taskId, account: from, ...person, handlerName, handleStatus, opinions, pressedAt, to };
      if (kind === 'countersign') return { kind: 'add-iterations', ...acting };
      return { kind: 'ask', ask: { ...acting, kind, rule } };
    },
  };
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
function recallOf(taskId: string, options: RecallOptions | undefined, settings: Wording): TaskOperation {
  const { account, reason, by } = readRecallOptions(options, taskId);
  return {
    ...{ type: 'HANDLEDR', taskId, account, opinions: null, done: 'recalled', isJudgedInStep: true },
    ...(by !== undefined && { by }),
    ...(reason !== undefined && { reason }),
    triggerOf: (_task, { personName }, pressedAt) => ({
      ...{ kind: 'recall', taskId, account, opinions: reason ?? null, pressedAt },
      // Not who was asked has ended it.
      handlerName: personName ?? settings.systemName,
      handleStatus: statusText(settings, 'recall'),
    }),
  };
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
function claimOf(taskId: string, options: ClaimOptions, settings: Wording): TaskOperation {
  const { account } = readClaimOptions(options, taskId);
  return {
    ...{ type: 'TRANSFER', taskId, account, opinions: null, done: 'claimed' },
    triggerOf: (_task, person, pressedAt) => ({
      ...{ kind: 'claim', taskId, account, ...person, handlerName: null, opinions: null, pressedAt },
      handleStatus: statusText(settings, 'claim'),
    }),
  };
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
function releaseOf(taskId: string, options: ReleaseOptions | undefined, settings: Wording): TaskOperation {
  const { account, reason, by } = readReleaseOptions(options, taskId);
  return {
    ...{ type: 'TRANSFER', taskId, account, opinions: null, done: 'released', isJudgedInStep: true },
    ...(by !== undefined && { by }),
    ...(reason !== undefined && { reason }),
    triggerOf: (_task, { personName }, pressedAt) => ({
      ...{ kind: 'release', taskId, account, personName, opinions: reason ?? null, pressedAt },
      handlerName: account === undefined ? settings.systemName : null,
      handleStatus: statusText(settings, 'release'),
    }),
  };
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
function sendBackOf(taskId: string, options: SendBackOptions, settings: Wording): TaskOperation {
  const { account, to, opinions = null } = readSendBackOptions(options, taskId);
  return {
    ...{ type: 'DEAL', taskId, account, opinions, done: 'sentBack' },
    triggerOf: (_task, person, pressedAt) => ({
      ...{ kind: 'send-back', taskId, account, to, ...person, handlerName: null, opinions, pressedAt },
      handleStatus: statusText(settings, 'sendBack'),
    }),
  };
}

/** The operations on a task by their methods, of a bridge, a plugin and a host alike. */
export const TASK_OPERATIONS = {
  transfer: transferOf,
  circulate: circulationOf,
  reassign: reassignmentOf,
  delegate: delegationOf,
  addSigners: addedSignersOf,
  recall: recallOf,
  sendBack: sendBackOf,
  claim: claimOf,
  release: releaseOf,
} as const satisfies Readonly<
  Record<string, (taskId: string, options: never, settings: OperationSettings) => TaskOperation>
>;

type Operations = typeof TASK_OPERATIONS;

/** The methods of {@link TASK_OPERATIONS}. */
export type TaskOperations = {
  readonly [Name in keyof Operations]: (
    taskId: string,
    ...options: undefined extends Parameters<Operations[Name]>[1]
      ? [options?: Parameters<Operations[Name]>[1]]
      : [options: Parameters<Operations[Name]>[1]]
  ) => Promise<Verdict>;
};

/** @param operate decides and applies an operation */
export function createTaskOperations(
  operate: (operation: TaskOperation) => Promise<Verdict>,
  settings: OperationSettings,
): TaskOperations {
  const methods = Object.entries(TASK_OPERATIONS).map(([name, operationOf]) => [
    name,
    async (taskId: string, options: never) => operate(operationOf(taskId, options, settings)),
  ]);
  return Object.fromEntries(methods) as TaskOperations;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((account) => other.includes(account));
}
