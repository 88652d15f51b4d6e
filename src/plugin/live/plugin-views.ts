/** What a plugin shows its host of the instance. */
import type { ProcessModel } from '../../model/process-model.ts';
import { shownNodes } from '../outcome/taken-path.ts';
import { taskActionsOf } from '../outcome/task-actions.ts';
import type { InstanceInfo } from '../state/run-settings.ts';
import type { PluginDiagram, PluginInstance, PluginTask } from './plugin.ts';
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
    return { ...task, actions: taskActionsOf(model.userTasks.get(task.nodeId)) };
  });
}

export function describeDiagram({ instance, model, record }: Shown): PluginDiagram {
  const { path, status, reports } = record;
  const { instanceId } = instance;
  return { instanceId, processId: model.processId, status, nodes: shownNodes(path), flows: path.flows, reports };
}
