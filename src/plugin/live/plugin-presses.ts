import { BridgeError, StepError } from '../../errors.ts';
import { createNameOf } from '../../host/person-names.ts';
import type { TaskView } from '../../protocol/task-view.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import {
  answerInstanceOperation,
  answerSetVariables,
  dependsOnTasks,
  type InstanceOperation,
  instanceOperationOf,
  planInstanceOperation,
  setVariablesOf,
} from '../apply/operations/instance-operation.ts';
import {
  answerTaskOperation,
  judgeTaskOperation,
  planTaskOperation,
  type TaskOperation,
} from '../apply/operations/task-operation.ts';
import { createTaskOperations, type TaskOperations } from '../apply/operations/task-operations.ts';
import { createAuthorize, type KnownGroups } from '../apply/press/authorize.ts';
import { buttonKeys } from '../apply/press/find-button.ts';
import { answerPress, type FoundTask, judgePress, planPress, type RequestedPress } from '../apply/press/judge-press.ts';
import { createMayHandle, mayActFor } from '../apply/press/may-handle.ts';
import { readPressOptions } from '../apply/press/press-options.ts';
import { PRESS_RIGHTS } from '../apply/press/press-rights.ts';
import type { PressedAction } from '../apply/press/pressed-action.ts';
import { answerFailed, type PressRefusal, refusalOfStep, refuse } from '../apply/press/verdicts.ts';
import type { Wording } from '../explain/wording.ts';
import { buttonsOfTask } from '../outcome/system-task.ts';
import { pressedStateOf } from '../state/instance-status.ts';
import type { KnownMembers } from './known-members.ts';
import type { LiveInstance } from './live-instance.ts';
import type { Plugin } from './plugin.ts';
import type { PluginConfig } from './read-plugin-options.ts';

/** The methods of a plugin by which people act. */
export type PluginPresses = Pick<
  Plugin,
  'press' | keyof TaskOperations | ('suspend' | 'activate' | 'terminate' | 'revoke' | 'setVariables')
>;

export interface PluginPressesParts {
  readonly config: PluginConfig;
  readonly live: LiveInstance;
  readonly members: KnownMembers;
  readonly wording: Wording;
  /** Throws the error of a start or a service that failed before. */
  readonly refuseAfterFailure: () => void;
}

/**
 * Presses and operations on one live instance, decided as a bridge decides them. The host's directory is asked first;
 * after that nothing is awaited, so that of several calls each is decided by what the one before it left.
 */
export function createPluginPresses(parts: PluginPressesParts): PluginPresses {
  const { config, live, members, wording } = parts;
  const { identity, clock, instanceId, concludesItself, onAction } = config;
  const { texts } = wording;
  const { systemHandler } = config.defaults;
  const settings = { ...wording, systemHandler, concludesItself, hostListens: () => onAction !== undefined };
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

  function tellOf(action: PressedAction, matched: boolean): void {
    onAction?.({ instanceId, ...action, matched });
  }

  const openTasks = () => Object.values(live.record?.tasks ?? {}).filter(({ closedAt }) => closedAt === null);

  async function learnMembers(): Promise<void> {
    await members.learn(openTasks().flatMap(({ handlingGroups }) => handlingGroups));
    // An earlier call may have failed meanwhile.
    live.requireUnbroken();
  }

  return {
    async press(taskId, given) {
      parts.refuseAfterFailure();
      const { time: pressedAt = clock(), ...press } = readPressOptions(given, taskId);
      return decidePress({ taskId, ...press, pressedAt });
    },
    ...createTaskOperations(operateTask, settings),
    suspend: async (given = {}) => operateInstance(instanceOperationOf('suspend', instanceId, given)),
    activate: async (given = {}) => operateInstance(instanceOperationOf('activate', instanceId, given)),
    terminate: async (given = {}) => operateInstance(instanceOperationOf('terminate', instanceId, given)),
    revoke: async (given = {}) => operateInstance(instanceOperationOf('revoke', instanceId, given)),
    async setVariables(variables, given) {
      const trigger = setVariablesOf(instanceId, variables, given);
      live.requireUnbroken();
      requireStarted(live);
      await learnMembers();
      if (pressedStateOf(operated()) === 'over') return refuse('processOver', texts);
      return answerSetVariables(trigger, live.apply(trigger).matched, settings);
    },
  };

  async function decidePress(press: RequestedPress): Promise<Verdict> {
    live.requireUnbroken();
    const { taskId } = press;
    const found = find(taskId);
    if (!found) return refuse('taskUnknown', texts);
    const node = live.model && buttonsOfTask(live.model, found.task);
    const judged = await judgePress(press, found, node, directory);
    if (typeof judged === 'string') return refuse(judged, texts, buttonKeys(node));
    await learnMembers();
    const plan = planPress(judged, find(taskId) ?? found, settings);
    if ('refuse' in plan) return refuse(plan.refuse, texts);
    const { trigger, action, actionUses } = plan;
    const { pressedAt, button } = judged;
    try {
      const uses = actionUses && { taskId, actionUses };
      const { matched, gone } = live.apply(trigger, { pressedAt, action, uses });
      if (action) tellOf(action, matched);
      return answerPress(button, { matched, gone }, settings);
    } catch (error) {
      const refusal = refusalOfStep(error);
      if (refusal) return refuse(refusal, texts);
      if (error instanceof BridgeError) return answerFailed(error, texts);
      throw error;
    }
  }

  async function operateTask(operation: TaskOperation): Promise<Verdict> {
    live.requireUnbroken();
    const { taskId } = operation;
    const found = find(taskId);
    if (!found) return refuse('taskUnknown', texts);
    const person = await judgeTaskOperation(operation, found, directory);
    if (typeof person === 'string') return refuse(person, texts);
    await learnMembers();
    const plan = planTaskOperation(operation, person, find(taskId) ?? found, { ...settings, now: clock() });
    if ('refuse' in plan) return refuse(plan.refuse, texts);
    try {
      const { matched } = live.apply(plan.trigger, { action: plan.action });
      tellOf(plan.action, matched);
      return answerTaskOperation(operation, settings);
    } catch (error) {
      const refusal = refusalOfStep(error);
      if (refusal) return refuse(refusal, texts);
      throw error;
    }
  }

  async function operateInstance(operation: InstanceOperation): Promise<Verdict> {
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
      tellOf(plan.action, matched);
      return answerInstanceOperation(operation, gone, settings);
    }
  }
}

function requireStarted({ record, instance }: LiveInstance): void {
  if (record) return;
  throw new StepError('ERR_STEP_FAILED', `Instance ${instance.instanceId} does not run: execute its engine.`);
}
