import { createActionUrl } from '../../callback/action-url.ts';
import type { BridgeConfig } from '../../config.ts';
import type { Logger } from '../../logger.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import { defaultAssignmentOf } from '../../model/default-assignment.ts';
import type { HostFunctions } from '../../model/expressions/host-functions.ts';
import type { Wording } from '../../plugin/explain/wording.ts';
import type { RunSettings } from '../../plugin/state/run-settings.ts';

export interface StepSettings extends RunSettings {
  /** The key that `actionUrl` signs with. */
  readonly signingKeyId: string;
  /** What messages of a diagram are checked against. */
  readonly messageTypes: MessageTypes;
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

/** What the host's functions in expressions are called by; what one throws is logged. */
export function functionsOf({ expressions, logger }: BridgeConfig): HostFunctions {
  return new Map(
    Object.entries(expressions.functions).map(([name, called]) => [name, logThrows(name, called, logger)]),
  );
}

/**
 * A function of the host of which the log says where it threw; never in which words, since they may quote values.
 */
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
