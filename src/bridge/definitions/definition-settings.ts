import type { BridgeConfig } from '../../config.ts';
import { defaultAssignmentOf } from '../../model/default-assignment.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import { asksForMembers } from '../steps/stand-ins.ts';
import { functionsOf } from '../steps/step-settings.ts';
import type { DeployChecks } from './definitions.ts';
import type { StartSettings } from './read-timer-starts.ts';

/** The settings for reading diagrams. */
export function modelOptionsOf({ assign, center, defaults, identity, translateLabel }: BridgeConfig): ModelOptions {
  const { handleLabel, allowMerge, canDelegate, autoCreateTransType } = defaults;
  const defaultAssignment = defaultAssignmentOf(defaults);
  return {
    assigns: assign !== undefined,
    reportsGone: center.reportGone,
    namesGroupMember: defaults.systemHandler !== undefined || asksForMembers(identity),
    ...(defaultAssignment && { defaultAssignment }),
    handleLabel,
    allowMerge,
    translateLabel,
    ...(canDelegate !== undefined && { canDelegate }),
    ...(autoCreateTransType !== undefined && { autoCreateTransType }),
  };
}

/** The settings for checking a diagram when it is deployed. */
export function deployChecksOf(config: BridgeConfig): DeployChecks {
  const { circulation, defaults, expressions, identity, messageTypes, scripts, services } = config;
  return {
    services: new Set(Object.keys(services)),
    functions: new Set(Object.keys(expressions.functions)),
    scripts: scripts !== undefined,
    circulation: circulation !== undefined,
    starts: startSettingsOf(config),
    systemHandler: defaults.systemHandler,
    messageTypes,
    identity,
  };
}

/** The context of expressions of start events. */
export function startSettingsOf(config: BridgeConfig): StartSettings {
  return { timeZone: config.timeZone, functions: functionsOf(config) };
}
