import type { NameOf } from '../../host/person-names.ts';
import { hasSigned } from '../../plugin/apply/press/may-handle.ts';
import { PRESS_RIGHTS, refuseState } from '../../plugin/apply/press/press-rights.ts';
import type { AllowedPress } from '../../plugin/apply/press/press-task.ts';
import { type PressRefusal, refuse } from '../../plugin/apply/press/verdicts.ts';
import type { Trigger } from '../../plugin/apply/trigger.ts';
import { statusText, type Wording } from '../../plugin/explain/wording.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { Store, TaskRow } from '../../store/port.ts';
import { pressedStateOf } from '../steps/instance-status.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { type Authorize, actsForOthers, type KnownGroups } from './authorize.ts';
import {
  type CirculateOptions,
  type ReassignOptions,
  readCirculateOptions,
  readReassignOptions,
  readTransferOptions,
  type TransferOptions,
} from './operation-options.ts';

/** Operations on a task, called from code; equivalent to the buttons of the center. */
export interface TaskOperations {
  transfer(taskId: string, options: TransferOptions): Promise<Verdict>;
  circulate(taskId: string, options: CirculateOptions): Promise<Verdict>;
  reassign(taskId: string, options: ReassignOptions): Promise<Verdict>;
}

/** Facts about the person who acts, in addition to the account. */
type Person = Pick<AllowedPress, 'personName' | 'actsForOthers'>;

interface TaskOperation {
  readonly type: 'TRANSFER' | 'CIRCULARIZE';
  readonly taskId: string;
  /** Account of the person who acts; undefined: the host itself, which needs no right. */
  readonly account: string | undefined;
  readonly opinions: string | null;
  /** Key of the answer's text. */
  readonly done: 'transferred' | 'circulated' | 'reassigned';
  readonly triggerOf: (task: TaskRow, person: Person) => Trigger | { readonly refuse: PressRefusal };
}

export interface TaskOperationsParts {
  readonly store: Pick<Store, 'getInstanceOfTask' | 'getTask'>;
  readonly steps: Pick<InstanceSteps, 'apply'>;
  readonly authorize: Authorize;
  /** `systemHandler` is the account for what no person did. */
  readonly settings: Wording & { readonly nameOf: NameOf; readonly systemHandler: string | undefined };
  readonly clock: () => number;
}

export function createTaskOperations({
  store,
  steps,
  authorize,
  settings,
  clock,
}: TaskOperationsParts): TaskOperations {
  const { texts, systemName, systemHandler, nameOf } = settings;

  async function operate({ type, taskId, account, opinions, done, triggerOf }: TaskOperation): Promise<Verdict> {
    // The instance is read first: if the task is newer, the step loses the race and is repeated.
    const instance = await store.getInstanceOfTask(taskId);
    const task = instance && (await store.getTask(taskId));
    if (!task) return refuse('taskUnknown', texts);
    const right = PRESS_RIGHTS[type];
    const known: KnownGroups = new Map();
    if (account !== undefined) {
      if (hasSigned(task, account)) return refuse('taskFinished', texts);
      if (!(await authorize(right, { account, instance, tasks: [task] }, known))) return refuse(right.others, texts);
    }
    const personName = account === undefined ? undefined : await nameOf(account);
    const outcome = await steps.apply<Verdict>(
      task.instanceId,
      async (current) => {
        const now = current === instance ? task : ((await store.getTask(taskId)) ?? task);
        const refusal = refuseState(right, { task: now.state, instance: pressedStateOf(current) });
        if (refusal) return { refuse: refuse(refusal, texts) };
        if (account !== undefined && hasSigned(now, account)) return { refuse: refuse('taskFinished', texts) };
        const trigger = triggerOf(now, { personName, actsForOthers: actsForOthers(known, task) });
        if ('refuse' in trigger) return { refuse: refuse(trigger.refuse, texts) };
        const by = account ?? systemHandler ?? null;
        const action = { taskId, nodeId: now.nodeId, key: null, type, account: by, opinions };
        return { trigger, extras: { action } };
      },
      instance,
    );
    return 'refused' in outcome ? outcome.refused : { kind: 'applied', message: texts[`done.${done}`] };
  }

  return {
    async transfer(taskId, options) {
      const { from, to, opinions = null } = readTransferOptions(taskId, options);
      return operate({
        type: 'TRANSFER',
        taskId,
        account: from,
        opinions,
        done: 'transferred',
        triggerOf: ({ handlers }, person) => {
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
            pressedAt: clock(),
          };
        },
      });
    },
    async circulate(taskId, options) {
      const { from, to, opinions = null } = readCirculateOptions(taskId, options);
      return operate({
        type: 'CIRCULARIZE',
        taskId,
        account: from,
        opinions,
        done: 'circulated',
        triggerOf: () => ({ kind: 'circulate', taskId, account: from, to, button: undefined, opinions }),
      });
    },
    async reassign(taskId, options) {
      const { handlers = [], handlingGroup: groups = [], reason = null } = readReassignOptions(taskId, options);
      return operate({
        type: 'TRANSFER',
        taskId,
        account: undefined,
        opinions: reason,
        done: 'reassigned',
        triggerOf: (task) => {
          if (isSame(task.handlers, handlers) && isSame(task.handlingGroups, groups)) return { refuse: 'samePerson' };
          return {
            kind: 'hand-over',
            taskId,
            account: undefined,
            to: handlers,
            toGroups: groups,
            button: undefined,
            handleStatus: statusText(settings, 'reassign'),
            handlerName: systemName,
            opinions: reason,
            pressedAt: clock(),
          };
        },
      });
    },
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((account) => other.includes(account));
}
