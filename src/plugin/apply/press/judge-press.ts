/** How a press is decided, in three stages: before its step, in the step, and by what the step changed. */
import type { NameOf } from '../../../host/person-names.ts';
import type { CountedButton } from '../../../model/nodes/button.ts';
import type { UserTaskNode } from '../../../model/nodes/task-node.ts';
import type { InstanceStatus } from '../../../protocol/instance-status.ts';
import type { TaskView } from '../../../protocol/task-view.ts';
import type { Verdict } from '../../../protocol/verdict.ts';
import type { Wording } from '../../explain/wording.ts';
import type { RemovedTask } from '../../outcome/gone-tasks.ts';
import { pressedStateOf } from '../../state/instance-status.ts';
import type { InstanceInfo } from '../../state/run-settings.ts';
import type { Trigger } from '../trigger.ts';
import { type Authorize, actsForOthers, type KnownGroups } from './authorize.ts';
import { findButton } from './find-button.ts';
import { hasSigned } from './may-handle.ts';
import { PRESS_RIGHTS, refuseState } from './press-rights.ts';
import type { AllowedPress } from './press-task.ts';
import { triggerOf } from './press-trigger.ts';
import type { PressedAction } from './pressed-action.ts';
import { answerApplied, answerUnmatched, type PressRefusal, withUnreported } from './verdicts.ts';

/** A press about which nothing has been checked yet. */
export interface RequestedPress {
  readonly taskId: string;
  /** Key of the button, from the address of a callback. */
  readonly actionKey?: string | undefined;
  /** Key or label of the button, from code. Default: the button that `nextNodeKey` names, or the only one. */
  readonly action?: string | undefined;
  readonly account: string;
  readonly opinions?: string | null | undefined;
  readonly nextNodeKey?: string | null | undefined;
  /** Epoch milliseconds, by the center's clock. */
  readonly pressedAt: number;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly signersAfter?: AllowedPress['signersAfter'];
}

/** An instance, as far as presses and operations depend on it. */
export interface OperatedInstance extends Pick<InstanceInfo, 'initiator' | 'initiatorName'> {
  readonly status: InstanceStatus;
}

/** A task and its instance, as they were read. */
export interface FoundTask<Instance extends OperatedInstance = OperatedInstance> {
  readonly task: TaskView;
  readonly instance: Instance;
}

/** Facts about the person who acts, in addition to the account. */
export type Person = Pick<AllowedPress, 'personName' | 'actsForOthers'>;

/** The parts that may ask the host about people. */
export interface PeopleChecks<Instance extends OperatedInstance = OperatedInstance> {
  readonly authorize: Authorize<Instance>;
  readonly nameOf: NameOf;
}

export interface PressSettings extends Pick<Wording, 'texts' | 'systemName'> {
  /** Whether the center itself concludes a transaction after its own BREAK_UP and REVOKE buttons. */
  readonly concludesItself: boolean;
  /** Whether the host is told of buttons that complete no task, so that one for which no element waits is applied. */
  readonly hostListens: () => boolean;
}

/** A press of a button that exists, by a person who has the right to it. */
export interface JudgedPress extends RequestedPress, Person {
  readonly button: CountedButton;
}

/**
 * The stage before the step: finds the button, and asks the host who may press it. Not called in a step, because the
 * host's directory can be slow.
 * @throws {InputError} `ERR_BUTTON_UNKNOWN`: code names no button, or several
 */
export async function judgePress<Instance extends OperatedInstance>(
  press: RequestedPress,
  { task, instance }: FoundTask<Instance>,
  node: Pick<UserTaskNode, 'buttons' | 'handledButtons'> | undefined,
  { authorize, nameOf }: PeopleChecks<Instance>,
): Promise<JudgedPress | PressRefusal> {
  const button = findButton(node, press, task);
  if (typeof button === 'string') return button;
  const { account } = press;
  const right = PRESS_RIGHTS[button.type];
  const known: KnownGroups = new Map();
  const isStale = right.task === 'open' && hasSigned(task, account);
  if (!isStale && !(await authorize(right, { account, instance, tasks: [task] }, known))) return right.others;
  return { ...press, button, personName: await nameOf(account), actsForOthers: actsForOthers(known, task) };
}

/** The step of a press, and what is stored with it. */
export interface PlannedPress {
  readonly trigger: Trigger;
  /** The uses of limited buttons after the press, if its button is limited. */
  readonly actionUses?: TaskView['actionUses'];
  /** For a button that does not handle the task. */
  readonly action?: PressedAction;
}

/** The stage in the step: decides by the task and the instance as they are now. */
export function planPress(
  { button, ...press }: JudgedPress,
  { task, instance }: FoundTask,
  settings: Pick<PressSettings, 'concludesItself' | 'systemName'>,
): PlannedPress | { readonly refuse: PressRefusal } {
  const refusal = refusePress(button, press.account, task, instance);
  if (refusal) return { refuse: refusal };
  const { signersAfter } = press;
  if (signersAfter && button.type !== 'HANDLE') return { refuse: 'decidesNothing' };
  const { taskId, nodeId, actionUses } = task;
  const { account, personName, actsForOthers: isForOthers = false, pressedAt, opinions = null, variables = {} } = press;
  const person = { account, personName, actsForOthers: isForOthers };
  const { key, type } = button;
  return {
    trigger: triggerOf({ taskId, button, ...person, opinions, pressedAt, variables, signersAfter }, instance, settings),
    ...(button.times !== undefined && { actionUses: { ...actionUses, [key]: (actionUses[key] ?? 0) + 1 } }),
    ...(type !== 'HANDLE' && { action: { taskId, nodeId, key, type, account, opinions } }),
  };
}

function refusePress(
  { type, key, times }: CountedButton,
  account: string,
  task: TaskView,
  instance: OperatedInstance,
): PressRefusal | undefined {
  const right = PRESS_RIGHTS[type];
  if (right.task === 'open' && hasSigned(task, account)) return 'taskFinished';
  const refusal = refuseState(right, { task: task.state, instance: pressedStateOf(instance) });
  if (refusal) return refusal;
  return times !== undefined && (task.actionUses[key] ?? 0) >= times ? 'usedUp' : undefined;
}

/**
 * The answer after the step. A press that ended the instance names tasks that stay in people's lists.
 * @param matched false if no element waited for the message or signal of a notifying button
 */
export function answerPress(
  button: CountedButton,
  { matched, gone }: { readonly matched: boolean; readonly gone: readonly RemovedTask[] },
  { texts, hostListens }: Pick<PressSettings, 'texts' | 'hostListens'>,
): Verdict {
  if (!matched && !hostListens()) return answerUnmatched(button, texts);
  const done = answerApplied(button, texts);
  return button.type === 'BREAK_UP' || button.type === 'REVOKE' ? withUnreported(done, gone, texts) : done;
}
