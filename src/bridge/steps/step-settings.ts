import { createActionUrl } from '../../callback/addresses.ts';
import type { BridgeConfig } from '../../config.ts';
import { describeCause, type Log } from '../../logger.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { HostFunctions } from '../../model/expressions/host-functions.ts';
import { runSettingsOf } from '../../plugin/host-settings.ts';
import type { RunSettings } from '../../plugin/state/run-settings.ts';

export interface StepSettings extends RunSettings {
  /** The key with which `actionUrl` signs. */
  readonly signingKeyId: string;
  /** The message types against which messages of a diagram are checked. */
  readonly messageTypes: MessageTypes;
}

/** The settings of every step. */
export function stepSettingsOf(config: BridgeConfig, functions: HostFunctions, log: Log): StepSettings {
  const { assign, center, callback, messageTypes } = config;
  const { appId, reportGone } = center;
  const { publicUrl, signingKeys } = callback;
  const options = { ...config, appId, reportGone, assign: assign && logThrows('assign', assign, log) };
  const actionUrl = createActionUrl({ publicUrl, appId, signingKeys });
  return {
    ...runSettingsOf(options, { actionUrl, functions }),
    signingKeyId: signingKeys[0]?.id ?? '',
    messageTypes,
  };
}

/** The host's functions for expressions, by name; their errors are logged. */
export function functionsOf({ expressions }: BridgeConfig, log: Log): HostFunctions {
  return new Map(Object.entries(expressions.functions).map(([name, called]) => [name, logThrows(name, called, log)]));
}

/** Wraps a function of the host so that its errors are logged. */
function logThrows<Arguments extends unknown[], Result>(
  name: string,
  called: (...args: Arguments) => Result,
  log: Log,
): (...args: Arguments) => Result {
  return (...args) => {
    try {
      return called(...args);
    } catch (error) {
      log('function.threw', { name, cause: describeCause(error) });
      throw error;
    }
  };
}
