import { BridgeError } from '../../errors.ts';
import type { NameOf } from '../../host/person-names.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import { isToSamePerson } from '../apply/hand-over-task.ts';
import { findButton } from '../apply/press/find-button.ts';
import { hasSigned, type MayHandle } from '../apply/press/may-handle.ts';
import { PRESS_RIGHTS, type Right, refuseState } from '../apply/press/press-rights.ts';
import { triggerOf } from '../apply/press/press-trigger.ts';
import { answerApplied, answerFailed, answerUnmatched, refuse } from '../apply/press/verdicts.ts';
import type { Trigger } from '../apply/trigger.ts';
import type { Wording } from '../explain/wording.ts';
import type { Ledger, OpenTask } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import type { InstanceInfo } from '../state/run-settings.ts';
import type { PluginPress } from './plugin.ts';

/** The parts of a plugin that a press uses. Getters return the current value. */
export interface PressedPlugin extends Pick<Wording, 'texts' | 'systemName'> {
  readonly mayHandle: MayHandle;
  /** Called if the account is not a handler. */
  readonly mayActFor: (task: OpenTask, account: string) => Promise<boolean>;
  readonly concludesItself: boolean;
  readonly nameOf: NameOf;
  readonly clock: () => number;
  readonly instance: InstanceInfo;
  readonly ledger: Ledger;
  readonly model: ProcessModel | undefined;
  /** @returns false if no element waited for the trigger; @throws {BridgeError} the engine may have moved */
  apply(trigger: Trigger): boolean;
}

/** Checks and applies presses on an engine that the host owns, with the same rights table as the bridge. */
export function createPluginPress(plugin: PressedPlugin): (taskId: string, press: PluginPress) => Promise<Verdict> {
  const openTask = (taskId: string) =>
    openTasksOf(Object.values(plugin.ledger.openTasks)).find((task) => task.taskId === taskId);

  /** Task ids are numbered, so former tasks are recognized without a record. */
  function wasOpenOnce(taskId: string): boolean {
    const { instanceId } = plugin.instance;
    const number = Number(taskId.slice(instanceId.length + 1));
    return taskId === `${instanceId}.${number}` && number >= 1 && number <= plugin.ledger.taskCount;
  }

  async function isRight({ who }: Right, account: string, task: OpenTask): Promise<boolean | 'for others'> {
    if (who.includes('initiator') && account === plugin.instance.initiator) return true;
    if (!who.includes('handler')) return false;
    if (await plugin.mayHandle(task, account)) return true;
    return (await plugin.mayActFor(task, account)) && 'for others';
  }

  return async (taskId, press) => {
    const { texts } = plugin;
    const task = openTask(taskId);
    if (!task) return refuse(wasOpenOnce(taskId) ? 'taskFinished' : 'taskUnknown', texts);
    const button = findButton(plugin.model?.userTasks.get(task.nodeId), press);
    if (typeof button === 'string') return refuse(button, texts);
    const { account } = press;
    const right = PRESS_RIGHTS[button.type];
    const isSigned = right.task === 'open' && hasSigned(task, account);
    const allowed = isSigned || (await isRight(right, account, task));
    if (allowed === false) return refuse(right.others, texts);
    const personName = await plugin.nameOf(account);
    // Somebody else may have handled the task while the host answered.
    const now = openTask(taskId);
    if (!now || (right.task === 'open' && hasSigned(now, account))) return refuse('taskFinished', texts);
    const instance = plugin.ledger.suspendedAt === null ? 'running' : 'suspended';
    const refusal = refuseState(right, { task: 'IN_PROGRESS', instance });
    if (refusal) return refuse(refusal, texts);
    const pressed = {
      taskId,
      button,
      account,
      personName,
      actsForOthers: allowed === 'for others',
      opinions: press.opinions ?? null,
      pressedAt: press.time ?? plugin.clock(),
      variables: press.variables ?? {},
    };
    try {
      const matched = plugin.apply(triggerOf(pressed, plugin.instance, plugin));
      return matched ? answerApplied(button, texts) : answerUnmatched(button, texts);
    } catch (error) {
      if (isToSamePerson(error)) return refuse('samePerson', texts);
      if (error instanceof BridgeError) return answerFailed(error, texts);
      throw error;
    }
  };
}
