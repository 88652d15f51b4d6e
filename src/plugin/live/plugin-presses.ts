import { BridgeError, StepError } from '../../errors.ts';
import { createNameOf } from '../../host/person-names.ts';
import type { TaskView } from '../../protocol/task-view.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import { isToSamePerson } from '../apply/hand-over-task.ts';
import {
  answerInstanceOperation,
  answerSetVariables,
  dependsOnTasks,
  type InstanceOperation,
  planInstanceOperation,
  type setVariablesOf,
} from '../apply/operations/instance-operation.ts';
import {
  answerTaskOperation,
  judgeTaskOperation,
  type OperationSettings,
  planTaskOperation,
  type TaskOperation,
} from '../apply/operations/task-operation.ts';
import { createAuthorize, type KnownGroups } from '../apply/press/authorize.ts';
import {
  answerPress,
  type FoundTask,
  judgePress,
  type PressSettings,
  planPress,
  type RequestedPress,
} from '../apply/press/judge-press.ts';
import { createMayHandle, mayActFor } from '../apply/press/may-handle.ts';
import { PRESS_RIGHTS } from '../apply/press/press-rights.ts';
import type { PressedAction } from '../apply/press/pressed-action.ts';
import { answerFailed, type PressRefusal, refuse } from '../apply/press/verdicts.ts';
import { pressedStateOf } from '../state/instance-status.ts';
import type { KnownMembers } from './known-members.ts';
import type { LiveInstance } from './live-instance.ts';
import type { PluginConfig } from './read-plugin-options.ts';

export interface PluginPresses {
  press(press: RequestedPress): Promise<Verdict>;
  operateTask(operation: TaskOperation): Promise<Verdict>;
  operateInstance(operation: InstanceOperation): Promise<Verdict>;
  setVariables(trigger: ReturnType<typeof setVariablesOf>): Promise<Verdict>;
}

export interface PluginPressesParts {
  readonly config: PluginConfig;
  readonly live: LiveInstance;
  readonly members: KnownMembers;
  readonly settings: PressSettings & OperationSettings;
  /** Tells the host of an action that was applied. */
  readonly onAction: (action: PressedAction, matched: boolean) => void;
}

/**
 * Presses and operations on one live instance, decided as a bridge decides them. The host's directory is asked first;
 * after that nothing is awaited, so that of several calls each is decided by what the one before it left.
 */
export function createPluginPresses({ config, live, members, settings, onAction }: PluginPressesParts): PluginPresses {
  const { identity, clock } = config;
  const { texts } = settings;
  const authorize = createAuthorize(createMayHandle(identity), async (task: TaskView, { account }) => {
    const { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups } = task;
    const node = live.model?.userTasks.get(nodeId);
    return mayActFor(identity, node, account, { taskId, instanceId, nodeId, nodeName, handlers, handlingGroups });
  });
  const directory = { authorize, nameOf: createNameOf(identity) };
  const operated = () => ({ ...live.instance, status: live.record?.status ?? 'running' });

  function find(taskId: string): FoundTask | undefined {
    const task = live.record?.tasks[taskId];
    return task && { task, instance: operated() };
  }

  /** Task ids are numbered, so an id that was given before is told from one that never was. */
  function refuseMissing(taskId: string): Verdict {
    const { instanceId } = live.instance;
    const number = Number(taskId.slice(instanceId.length + 1));
    const wasOpen = taskId === `${instanceId}.${number}` && number >= 1 && number <= live.ledger.taskCount;
    return refuse(wasOpen ? 'taskFinished' : 'taskUnknown', texts);
  }

  const openTasks = () => Object.values(live.record?.tasks ?? {}).filter(({ closedAt }) => closedAt === null);

  async function learnMembers(): Promise<void> {
    await members.learn(openTasks().flatMap(({ handlingGroups }) => handlingGroups));
    // An earlier call may have failed meanwhile.
    live.requireUnbroken();
  }

  return {
    async press(press) {
      live.requireUnbroken();
      const { taskId } = press;
      const found = find(taskId);
      if (!found) return refuseMissing(taskId);
      const judged = await judgePress(press, found, live.model?.userTasks.get(found.task.nodeId), directory);
      if (typeof judged === 'string') return refuse(judged, texts);
      await learnMembers();
      const plan = planPress(judged, find(taskId) ?? found, settings);
      if ('refuse' in plan) return refuse(plan.refuse, texts);
      const { trigger, action, actionUses } = plan;
      const { pressedAt, button } = judged;
      try {
        const uses = actionUses && { taskId, actionUses };
        const { matched, gone } = live.apply(trigger, { pressedAt, action, uses });
        if (action) onAction(action, matched);
        return answerPress(button, { matched, gone }, settings);
      } catch (error) {
        if (isToSamePerson(error)) return refuse('samePerson', texts);
        if (error instanceof BridgeError) return answerFailed(error, texts);
        throw error;
      }
    },
    async operateTask(operation) {
      live.requireUnbroken();
      const { taskId } = operation;
      const found = find(taskId);
      if (!found) return refuseMissing(taskId);
      const person = await judgeTaskOperation(operation, found, directory);
      if (typeof person === 'string') return refuse(person, texts);
      await learnMembers();
      const plan = planTaskOperation(operation, person, find(taskId) ?? found, { ...settings, now: clock() });
      if ('refuse' in plan) return refuse(plan.refuse, texts);
      const { matched } = live.apply(plan.trigger, { action: plan.action });
      onAction(plan.action, matched);
      return answerTaskOperation(operation, settings);
    },
    async operateInstance(operation) {
      live.requireUnbroken();
      requireStarted(live);
      const { account, type } = operation;
      const known: KnownGroups = new Map();
      const personName = account === undefined ? undefined : await directory.nameOf(account);
      for (;;) {
        const tasks = dependsOnTasks(operation) ? openTasks() : [];
        if (account !== undefined) await authorize(PRESS_RIGHTS[type], { account, instance: operated(), tasks }, known);
        await learnMembers();
        const now = { instance: operated(), tasks: dependsOnTasks(operation) ? openTasks() : [], known, personName };
        const plan = planInstanceOperation(operation, now, settings);
        if ('refuse' in plan) {
          const { refuse: refusal } = plan;
          if (refusal === 'rights unknown') continue;
          return refuse(refusal satisfies PressRefusal, texts);
        }
        const { matched, gone } = live.apply(plan.trigger, { action: plan.action });
        onAction(plan.action, matched);
        return answerInstanceOperation(operation, gone, settings);
      }
    },
    async setVariables(trigger) {
      live.requireUnbroken();
      requireStarted(live);
      await learnMembers();
      if (pressedStateOf(operated()) === 'over') return refuse('processOver', texts);
      return answerSetVariables(trigger, live.apply(trigger).matched, settings);
    },
  };
}

function requireStarted({ record, instance }: LiveInstance): void {
  if (record) return;
  throw new StepError('ERR_STEP_FAILED', `Instance ${instance.instanceId} does not run: execute its engine.`);
}
