import { InputError } from '../../errors.ts';
import { defaultAssignmentOf } from '../../model/default-assignment.ts';
import type { Catalogue } from '../../texts/catalogue.ts';
import { readLocale } from '../../texts/read-locale.ts';
import type { InstanceInfo, RunSettings } from '../state/run-settings.ts';
import type { PluginOptions } from './plugin.ts';

const DEFAULT_REPORT_HOLD_MS = 10_000;

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

/** The settings of a step, with the defaults of omitted options. */
export function settingsOf(options: PluginOptions): RunSettings {
  const { appId, timeZone, reportHoldMs, reportGone, actionUrl, systemHandler, assign, expressions } = options;
  const defaultAssignment = defaultAssignmentOf(options.defaults ?? {});
  const texts = textsOf(options);
  return {
    ...(assign && { assign }),
    ...(defaultAssignment && { defaultAssignment }),
    appId,
    timeZone: timeZone ?? 'Asia/Shanghai',
    actionUrl: (taskId, key) => actionUrl(taskId, { key }),
    taskDefaults: { urls: {} },
    bothMobileSpellings: false,
    texts,
    systemName: texts['system.name'],
    translate: (text) => text,
    reportGone: reportGone ?? true,
    standInFor: () => systemHandler,
    reportHoldMs: reportHoldMs ?? DEFAULT_REPORT_HOLD_MS,
    functions: new Map(Object.entries(expressions?.functions ?? {})),
  };
}

function textsOf({ locale = 'en' }: PluginOptions): Catalogue {
  const read = readLocale(locale);
  if ('catalogue' in read) return read.catalogue;
  const problems = read.problems.map(({ name, message }) => ({ path: name ?? 'locale', message }));
  const lines = problems.map(({ path, message }) => `- ${path}: ${message}`);
  throw new InputError('ERR_CONFIG_INVALID', ['the option locale of the plugin is not usable:', ...lines].join('\n'), {
    details: { problems },
  });
}
