/** What a plugin shows its host of the instance. */
import type { CountedButton, ProcessModel } from '../../model/process-model.ts';
import { LISTS_OF_ACTION, type TaskList } from '../../protocol/constants.ts';
import { shownNodes } from '../outcome/taken-path.ts';
import type { InstanceInfo } from '../state/run-settings.ts';
import type { PluginAction, PluginDiagram, PluginInstance, PluginTask } from './plugin.ts';
import type { PluginRecord } from './plugin-record.ts';

interface Shown {
  readonly instance: InstanceInfo;
  readonly model: ProcessModel;
  readonly record: PluginRecord;
}

export function describeInstance({ instance, model, record }: Shown): PluginInstance {
  const { instanceId, initiator, initiatorName, businessKey } = instance;
  const { status, wakeAt, startedAt, endedAt } = record;
  const { processId } = model;
  return { instanceId, processId, status, initiator, initiatorName, businessKey, wakeAt, startedAt, endedAt };
}

export function listTasks({ model, record }: Pick<Shown, 'model' | 'record'>): readonly PluginTask[] {
  return Object.values(record.tasks).map((task) => {
    const { buttons = [], handledButtons = [] } = model.userTasks.get(task.nodeId) ?? {};
    const ofHandled = handledButtons.map((button) => describeButton(button, ['handled']));
    return { ...task, actions: [...buttons.map((button) => describeButton(button)), ...ofHandled] };
  });
}

function describeButton(
  { key, label, type, nextNodeKey, method, times }: CountedButton,
  lists: readonly TaskList[] = LISTS_OF_ACTION[type],
): PluginAction {
  return {
    ...{ key, name: label, type, lists, method },
    ...(nextNodeKey !== undefined && { nextNodeKey }),
    ...(times !== undefined && { times }),
  };
}

export function describeDiagram({ instance, model, record }: Shown): PluginDiagram {
  const { path, status, reports } = record;
  const { instanceId } = instance;
  return { instanceId, processId: model.processId, status, nodes: shownNodes(path), flows: path.flows, reports };
}
