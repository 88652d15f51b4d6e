import { createActionUrl } from '../callback/action-url.ts';
import type { BridgeConfig } from '../config.ts';
import { defaultAssignmentOf } from '../model/default-assignment.ts';
import type { HostFunctions } from '../model/expressions/host-functions.ts';
import type { ModelOptions } from '../model/model-options.ts';
import type { Wording } from '../plugin/explain/wording.ts';
import type { TaskStatusSettings } from './answers/task-status.ts';
import type { StartSettings } from './definitions/read-timer-starts.ts';
import type { StepSettings } from './steps/instance-steps.ts';
import { logThrows } from './steps/log-throws.ts';
import { asksForMembers } from './steps/stand-ins.ts';

/** What the options say of every drawing that is read. */
export function modelOptionsOf({ assign, center, defaults, identity, translateLabel }: BridgeConfig): ModelOptions {
  const { handleLabel, allowMerge, canDelegate, autoCreateTransType } = defaults;
  const defaultAssignment = defaultAssignmentOf(defaults);
  return {
    assigns: assign !== undefined,
    reportsGone: center.reportGone,
    standsIn: defaults.systemHandler !== undefined || asksForMembers(identity),
    ...(defaultAssignment && { defaultAssignment }),
    handleLabel,
    allowMerge,
    translateLabel,
    ...(canDelegate !== undefined && { canDelegate }),
    ...(autoCreateTransType !== undefined && { autoCreateTransType }),
  };
}

/** What the options say of every step. */
export function stepSettingsOf(config: BridgeConfig): StepSettings {
  const { assign, center, callback, circulation, defaults, logger, messageTypes, timeZone, reportHoldMs } = config;
  const { appId, reportGone } = center;
  const { publicUrl, signingKeys } = callback;
  const { handleUrl, viewUrl, mHandleUrl, mViewUrl } = defaults;
  const defaultAssignment = defaultAssignmentOf(defaults);
  return {
    appId,
    timeZone,
    actionUrl: createActionUrl({ publicUrl, appId, signingKeys }),
    signingKeyId: signingKeys[0]?.id ?? '',
    messageTypes,
    ...(circulation && { circulation }),
    ...(assign && { assign: logThrows('assign', assign, logger) }),
    ...(defaultAssignment && { defaultAssignment }),
    taskDefaults: { urls: { handleUrl, viewUrl, mHandleUrl, mViewUrl } },
    bothMobileSpellings: defaults.bothMobileSpellings,
    ...wordingOf(config),
    reportGone,
    standInFor: () => defaults.systemHandler,
    functions: functionsOf(config),
    reportHoldMs,
  };
}

/** The words of ours that people meet in the center. */
export function wordingOf({ defaults, locale, translateLabel }: BridgeConfig): Wording {
  return { texts: locale, systemName: defaults.systemName, translate: translateLabel };
}

/** What the expressions of start events see. */
export function startSettingsOf(config: BridgeConfig): StartSettings {
  return { timeZone: config.timeZone, functions: functionsOf(config) };
}

function functionsOf({ expressions, logger }: BridgeConfig): HostFunctions {
  return new Map(
    Object.entries(expressions.functions).map(([name, called]) => [name, logThrows(name, called, logger)]),
  );
}

/** What the options say of the answers to status questions. */
export function statusSettingsOf({
  center,
  callback,
  defaults,
  timeZone,
  reportHoldMs,
}: BridgeConfig): TaskStatusSettings {
  const { statusTimeForm: timeForm, unknownTaskStatus } = callback;
  const { systemHandler, systemName } = defaults;
  return { appId: center.appId, timeZone, timeForm, unknownTaskStatus, systemHandler, systemName, reportHoldMs };
}
