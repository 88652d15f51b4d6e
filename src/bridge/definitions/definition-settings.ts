import type { BridgeConfig } from '../../config.ts';
import type { HostFunctions } from '../../model/expressions/host-functions.ts';
import type { DeployChecks } from './definitions.ts';
import type { StartSettings } from './read-timer-starts.ts';

/** The settings for checking a diagram when it is deployed. */
export function deployChecksOf(config: BridgeConfig, functions: HostFunctions): DeployChecks {
  const { circulation, defaults, expressions, identity, messageTypes, scripts, services } = config;
  return {
    services: new Set(Object.keys(services)),
    functions: new Set(Object.keys(expressions.functions)),
    scripts: scripts !== undefined,
    circulation: circulation !== undefined,
    starts: startSettingsOf(config, functions),
    systemHandler: defaults.systemHandler,
    messageTypes,
    identity,
  };
}

/** The context of expressions of start events. */
export function startSettingsOf(config: BridgeConfig, functions: HostFunctions): StartSettings {
  return { timeZone: config.timeZone, functions };
}
