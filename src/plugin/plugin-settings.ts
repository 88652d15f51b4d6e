import { defaultAssignmentOf } from '../model/default-assignment.ts';
import type { PluginOptions } from './plugin.ts';
import type { InstanceInfo, RunSettings } from './run-settings.ts';

const DEFAULT_REPORT_HOLD_MS = 10_000;

/** The instance that a plugin is made for. */
export function instanceOf(options: PluginOptions): InstanceInfo {
  return {
    instanceId: options.instanceId,
    initiator: options.initiator,
    initiatorName: options.initiatorName ?? null,
    businessKey: options.businessKey ?? null,
    previousTaskId: options.previousTaskId ?? null,
    previousHandler: options.previousHandler,
  };
}

/** What a step needs to know, with defaults for what the host of an engine did not say. */
export function settingsOf(options: PluginOptions): RunSettings {
  const { appId, timeZone, reportHoldMs, reportGone, actionUrl, systemHandler, assign, expressions } = options;
  const defaultAssignment = defaultAssignmentOf(options.defaults ?? {});
  return {
    ...(assign && { assign }),
    ...(defaultAssignment && { defaultAssignment }),
    appId,
    timeZone: timeZone ?? 'Asia/Shanghai',
    actionUrl: (taskId, key) => actionUrl(taskId, { key }),
    taskDefaults: { urls: {} },
    bothMobileSpellings: false,
    systemName: 'System',
    translate: (text) => text,
    reportGone: reportGone ?? true,
    standInFor: () => systemHandler,
    reportHoldMs: reportHoldMs ?? DEFAULT_REPORT_HOLD_MS,
    functions: new Map(Object.entries(expressions?.functions ?? {})),
  };
}
