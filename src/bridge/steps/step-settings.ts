import { createActionUrl } from '../../callback/action-url.ts';
import type { BridgeConfig } from '../../config.ts';
import type { Logger } from '../../logger.ts';
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
export function stepSettingsOf(config: BridgeConfig): StepSettings {
  const { assign, center, callback, logger, messageTypes } = config;
  const { appId, reportGone } = center;
  const { publicUrl, signingKeys } = callback;
  const options = { ...config, appId, reportGone, assign: assign && logThrows('assign', assign, logger) };
  const actionUrl = createActionUrl({ publicUrl, appId, signingKeys });
  return {
    ...runSettingsOf(options, { actionUrl, functions: functionsOf(config) }),
    signingKeyId: signingKeys[0]?.id ?? '',
    messageTypes,
  };
}

/** The host's functions for expressions, by name; their errors are logged. */
export function functionsOf({ expressions, logger }: BridgeConfig): HostFunctions {
  return new Map(
    Object.entries(expressions.functions).map(([name, called]) => [name, logThrows(name, called, logger)]),
  );
}

/** Wraps a function of the host so that its errors are logged: only the stack frames, because the message may contain values. */
function logThrows<Arguments extends unknown[], Result>(
  name: string,
  called: (...args: Arguments) => Result,
  logger: Pick<Logger, 'error'>,
): (...args: Arguments) => Result {
  return (...args) => {
    try {
      return called(...args);
    } catch (error) {
      logger.error(`the function ${name} of the host threw`, { stack: framesOf(error) });
      throw error;
    }
  };
}

function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return [error.name, ...frames].join('\n');
}
