import { runSettingsOf } from '../host-settings.ts';
import type { TaskStatusSettings } from '../outcome/describe-task-status.ts';
import type { InstanceInfo, RunSettings } from '../state/run-settings.ts';
import type { PluginConfig } from './read-plugin-options.ts';

export function instanceOf(config: PluginConfig): InstanceInfo {
  const { instanceId, initiator, initiatorName, businessKey, previousTaskId, previousHandler } = config;
  return {
    ...{ instanceId, initiator, previousHandler },
    initiatorName: initiatorName ?? null,
    businessKey: businessKey ?? null,
    previousTaskId: previousTaskId ?? null,
  };
}

/** The settings of a step, without what the directory of the host says. */
export function settingsOf(config: PluginConfig): RunSettings {
  const { actionUrl, expressions } = config;
  return runSettingsOf(config, {
    actionUrl: (taskId, key) => actionUrl(taskId, { key }),
    functions: new Map(Object.entries(expressions.functions)),
  });
}

export function statusSettingsOf(config: PluginConfig): TaskStatusSettings {
  const { appId, timeZone, statusTimeForm: timeForm, unknownTaskStatus, reportHoldMs, defaults } = config;
  const { systemHandler, systemName } = defaults;
  return { appId, timeZone, timeForm, unknownTaskStatus, systemHandler, systemName, reportHoldMs };
}
