import * as z from 'zod';
import type { TaskView } from '../../../protocol/task-view.ts';
import type { Verdict } from '../../../protocol/verdict.ts';
import { reader } from '../../../read-options.ts';
import { fillText } from '../../../texts/fill-text.ts';
import { statusText, type Wording } from '../../explain/wording.ts';
import type { RemovedTask } from '../../outcome/gone-tasks.ts';
import { pressedStateOf } from '../../state/instance-status.ts';
import { judgeRight, type KnownGroups } from '../press/authorize.ts';
import type { OperatedInstance } from '../press/judge-press.ts';
import { PRESS_RIGHTS, refuseState } from '../press/press-rights.ts';
import { shownNameOf } from '../press/press-trigger.ts';
import type { PressedAction } from '../press/pressed-action.ts';
import { type PressRefusal, withUnreported } from '../press/verdicts.ts';
import { readVariables } from '../read-variables.ts';
import type { Trigger } from '../trigger.ts';
import {
  type OperationOptions,
  operationShape,
  readVariablesOptions,
  type VariablesOptions,
} from './operation-options.ts';
import type { OperationSettings } from './task-operation.ts';

const KINDS = {
  suspend: { type: 'HANG_UP', done: 'suspended' },
  activate: { type: 'ACTIVE', done: 'activated' },
  terminate: { type: 'BREAK_UP', done: 'terminated' },
  revoke: { type: 'REVOKE', done: 'revoked' },
} as const;

const OPERATION_OPTIONS = z.strictObject(operationShape);

export type InstanceOperationKind = keyof typeof KINDS;

/** An operation on an instance, called from code; equivalent to a button of the center. */
export interface InstanceOperation {
  readonly kind: InstanceOperationKind;
  readonly type: (typeof KINDS)[InstanceOperationKind]['type'];
  /** Account of the person who acts; undefined: the host itself, which needs no right. */
  readonly account: string | undefined;
  /** The operator, for the history. */
  readonly by: string | undefined;
  /** Why; the tasks and the report have it as opinion. */
  readonly reason: string | undefined;
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
export function instanceOperationOf(
  kind: InstanceOperationKind,
  instanceId: string,
  options: OperationOptions,
): InstanceOperation {
  const { account, reason, by } = reader(OPERATION_OPTIONS, kind)(options, instanceId);
  return { kind, type: KINDS[kind].type, account, reason, by };
}

/** Whether the right to the operation depends on the open tasks of the instance. */
export function dependsOnTasks({ type }: InstanceOperation): boolean {
  return PRESS_RIGHTS[type].who.some((relation) => relation === 'handler');
}

/** What the step of an operation is decided by. */
export interface OperatedState {
  readonly instance: OperatedInstance;
  /** The open tasks; needed only if the operation depends on them. */
  readonly tasks: readonly TaskView[];
  readonly known: KnownGroups;
  /** Display name of the person who acts. */
  readonly personName: string | null | undefined;
}

/**
 * Decides an operation in its step.
 * @returns `ask first`: the host's directory has to be asked about the open tasks, which takes time, so not in the step
 */
export function planInstanceOperation(
  { kind, type, account, reason, by: operator }: InstanceOperation,
  { instance, tasks, known, personName }: OperatedState,
  settings: OperationSettings,
):
  | { readonly trigger: Trigger; readonly action: PressedAction }
  | { readonly refuse: PressRefusal | 'rights unknown' } {
  const right = PRESS_RIGHTS[type];
  if (account !== undefined) {
    const judged = judgeRight(right, { account, instance, tasks }, known);
    if (judged !== true) return { refuse: judged === false ? right.others : 'rights unknown' };
  }
  const refusal = refuseState(right, { task: 'IN_PROGRESS', instance: pressedStateOf(instance) });
  if (refusal) return { refuse: refusal };
  const by = account ?? settings.systemHandler ?? null;
  const noted = { ...(reason !== undefined && { reason }), ...(operator !== undefined && { by: operator }) };
  const action = { taskId: null, nodeId: null, key: null, type, account: by, opinions: null, ...noted };
  if (kind === 'suspend' || kind === 'activate') return { trigger: { kind }, action };
  const { systemName } = settings;
  const trigger: Trigger = {
    kind: 'end',
    as: KINDS[kind].done,
    account: by ?? instance.initiator,
    handlerName: account === undefined ? systemName : (shownNameOf(instance, account, personName) ?? systemName),
    opinions: reason ?? null,
    handleStatus: statusText(settings, kind),
    reported: true,
  };
  return { trigger, action };
}

/** The answer after the step names tasks that stay in people's lists. */
export function answerInstanceOperation(
  { kind }: InstanceOperation,
  gone: readonly RemovedTask[],
  { texts }: Pick<Wording, 'texts'>,
): Verdict {
  return withUnreported({ kind: 'applied', message: texts[`done.${KINDS[kind].done}`] }, gone, texts);
}

/** @throws {InputError} `ERR_INPUT_INVALID` */
export function setVariablesOf(
  instanceId: string,
  given: Readonly<Record<string, unknown>>,
  options: VariablesOptions | undefined,
): Extract<Trigger, { kind: 'set-variables' }> {
  const variables = readVariables(given, instanceId);
  const { callId } = readVariablesOptions(options, instanceId);
  return { kind: 'set-variables', variables, ...(callId !== undefined && { callId }) };
}

/** @param matched false if no such call runs */
export function answerSetVariables(
  { callId = '' }: ReturnType<typeof setVariablesOf>,
  matched: boolean,
  { texts }: Pick<Wording, 'texts'>,
): Verdict {
  if (matched) return { kind: 'applied', message: texts['done.variablesSet'] };
  return { kind: 'unknown', message: fillText(texts, 'refused.callUnknown', { call: callId }) };
}
