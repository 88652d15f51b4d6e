/** The options of a bridge that a plugin and the preparation of its diagrams have too. */
import { parseOptions } from '../../../src/config.ts';
import type { BridgeOptions } from '../../../src/index.ts';
import type { prepareProcesses } from '../../../src/model/index.ts';
import type { PluginOptions, ServiceFunction } from '../../../src/plugin/index.ts';

/** @param watch put around each service and the function for scripts */
export function pluginOptionsOf(given: BridgeOptions, watch: (service: ServiceFunction) => ServiceFunction) {
  const { assign, circulation, defaults, expressions, identity, locale, messageTypes } = given;
  const { center, clock, reportHoldMs, scripts, services, systemTasks, timeZone, translateLabel, oneTaskPerSigner } =
    parseOptions(given);
  const { appId, concludesItself, reportGone } = center;
  return {
    ...{
      appId,
      identity,
      clock,
      timeZone,
      reportHoldMs,
      systemTasks,
      translateLabel,
      concludesItself,
      reportGone,
      oneTaskPerSigner,
    },
    services: Object.fromEntries(Object.entries(services).map(([name, service]) => [name, watch(service)])),
    ...(scripts && { scripts: (job) => watch(() => scripts(job))(job) }),
    ...(assign && { assign }),
    ...(circulation && { circulation }),
    ...(defaults && { defaults }),
    ...(expressions && { expressions }),
    ...(locale && { locale }),
    ...(messageTypes && { messageTypes }),
  } satisfies Partial<PluginOptions>;
}

export function prepareOptionsOf(given: BridgeOptions): NonNullable<Parameters<typeof prepareProcesses>[1]> {
  const { assign, center, defaults = {}, identity } = given;
  const { handlers, handlingGroup, systemHandler } = defaults;
  return {
    defaults: {
      ...(handlers !== undefined && { handlers }),
      ...(handlingGroup !== undefined && { handlingGroup }),
      ...(systemHandler !== undefined && { systemHandler }),
    },
    assign: assign !== undefined,
    membersOf: identity !== 'trust-center' && identity.membersOf !== undefined,
    ...(center.reportGone !== undefined && { reportGone: center.reportGone }),
  };
}
