import type { Verdict } from '../../../protocol/verdict.ts';
import type { Wording } from '../../explain/wording.ts';
import { pressedStateOf } from '../../state/instance-status.ts';
import { actsForOthers, type KnownGroups } from '../press/authorize.ts';
import type { FoundTask, OperatedInstance, PeopleChecks, Person } from '../press/judge-press.ts';
import { hasSigned } from '../press/may-handle.ts';
import { PRESS_RIGHTS, refuseState } from '../press/press-rights.ts';
import type { PressedAction } from '../press/pressed-action.ts';
import type { PressRefusal } from '../press/verdicts.ts';
import type { Trigger } from '../trigger.ts';

/** An operation on a task, called from code; equivalent to a button of the center. */
export interface TaskOperation {
  readonly type: 'TRANSFER' | 'CIRCULARIZE' | 'DEAL' | 'HANDLEDR';
  readonly taskId: string;
  /** Account of the person who acts; undefined: the host itself, which needs no right. */
  readonly account: string | undefined;
  /** The operator, for the history. */
  readonly by?: string;
  /** For the history too. */
  readonly force?: true;
  /** What the person wrote. */
  readonly opinions: string | null;
  /** Why an operator does it; the task and the report have it as opinion. */
  readonly reason?: string;
  /** Key of the answer's text. */
  readonly done:
    | 'transferred'
    | 'circulated'
    | 'reassigned'
    | 'delegated'
    | 'signersAdded'
    | 'recalled'
    | 'claimed'
    | 'released'
    | 'sentBack';
  /** Whether the right is judged in the step: it depends on who has asked. */
  readonly isJudgedInStep?: true;
  readonly triggerOf: (
    task: FoundTask['task'],
    person: Person,
    now: number,
  ) => Trigger | { readonly refuse: PressRefusal };
}

export interface OperationSettings extends Wording {
  /** Account for what no person did. */
  readonly systemHandler: string | undefined;
  /** The mark of the latest restore from a backup; absent: there was none. */
  readonly restoreMark?: string;
}

/** The stage before the step: asks the host about the person. */
export async function judgeTaskOperation<Instance extends OperatedInstance>(
  { type, account, isJudgedInStep }: TaskOperation,
  { task, instance }: FoundTask<Instance>,
  { authorize, nameOf }: PeopleChecks<Instance>,
): Promise<Person | PressRefusal> {
  if (account === undefined) return { personName: undefined, actsForOthers: false };
  if (isJudgedInStep) return { personName: await nameOf(account), actsForOthers: false };
  if (hasSigned(task, account)) return 'taskFinished';
  const right = PRESS_RIGHTS[type];
  const known: KnownGroups = new Map();
  if (!(await authorize(right, { account, instance, tasks: [task] }, known))) return right.others;
  return { personName: await nameOf(account), actsForOthers: actsForOthers(known, task) };
}

/** The stage in the step: decides by the task and the instance as they are now. */
export function planTaskOperation(
  { type, taskId, account, by: operator, force, opinions, reason, triggerOf }: TaskOperation,
  person: Person,
  { task, instance }: FoundTask,
  { systemHandler, now }: Pick<OperationSettings, 'systemHandler'> & { readonly now: number },
): { readonly trigger: Trigger; readonly action: PressedAction } | { readonly refuse: PressRefusal } {
  if (task.isSystem) return { refuse: 'systemTask' };
  const refusal = refuseState(PRESS_RIGHTS[type], { task: task.state, instance: pressedStateOf(instance) });
  if (refusal) return { refuse: refusal };
  if (account !== undefined && hasSigned(task, account)) return { refuse: 'taskFinished' };
  const trigger = triggerOf(task, person, now);
  if ('refuse' in trigger) return trigger;
  const by = account ?? systemHandler ?? null;
  const noted = {
    ...(reason !== undefined && { reason }),
    ...(operator !== undefined && { by: operator }),
    ...(force && { force }),
  };
  return { trigger, action: { taskId, nodeId: task.nodeId, key: null, type, account: by, opinions, ...noted } };
}

export function answerTaskOperation({ done }: TaskOperation, { texts }: Wording): Verdict {
  return { kind: 'applied', message: texts[`done.${done}`] };
}
