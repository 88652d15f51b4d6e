import * as z from 'zod';
import { circulation } from '../../config/circulation.ts';
import { expressions } from '../../config/expressions.ts';
import {
  clock,
  functionOf,
  MAX_TIMER_MS,
  sameObject,
  select,
  text,
  timeZone,
  whenObject,
} from '../../config/fields.ts';
import { identity } from '../../config/identity.ts';
import { limits } from '../../config/limits.ts';
import { locale } from '../../config/locale.ts';
import { messageType } from '../../config/message-type-options.ts';
import { parseOrThrow } from '../../config/parse-or-throw.ts';
import { processDefaults, withTexts } from '../../config/process-defaults.ts';
import type { Assign, Identity, ScriptFunction, ServiceFunction } from '../../host/host.ts';
import type { ModelOptions } from '../../model/model-options.ts';
import { account } from '../../protocol/account.ts';
import { STATUS_TIME_FORMS } from '../../protocol/task-status.ts';
import { EN } from '../../texts/en.ts';
import { modelOptionsOf, runSettingsOf } from '../host-settings.ts';
import type { TaskStatusSettings } from '../outcome/describe-task-status.ts';
import type { InstanceInfo, RunSettings } from '../state/run-settings.ts';
import type { CallerEngineOptions, PluginOptions } from './plugin-options.ts';

/** Without an `identity` nobody is a member of a group. */
const NOBODY: Identity = { isMember: () => false };

/** It is part of task ids, in addresses and in the log. */
const instanceId = text.regex(
  /^[^\p{Cc}\p{Cs}]*$/u,
  'must not contain line breaks or other control characters, nor half of a surrogate pair',
);

const values = z.record(z.string(), z.unknown());
const engine = z.strictObject({
  elements: values.optional(),
  typeResolver: functionOf<NonNullable<CallerEngineOptions['typeResolver']>>().optional(),
  extendFn: functionOf<NonNullable<CallerEngineOptions['extendFn']>>().optional(),
  moddleOptions: values.optional(),
  settings: values.optional(),
  // Not copied: its method needs it as `this`.
  listener: select<NonNullable<CallerEngineOptions['listener']>>((value) =>
    sameObject(z.object({ emit: functionOf() }), value),
  ).optional(),
} satisfies Record<keyof CallerEngineOptions, z.ZodType>);

const schema = z
  .strictObject({
    appId: text,
    instanceId,
    initiator: account.optional(),
    initiatorName: text.optional(),
    businessKey: text.optional(),
    startNodeId: text.optional(),
    previousTaskId: text.optional(),
    previousHandler: account.optional(),
    services: z.record(text, functionOf<ServiceFunction>()).default({}),
    scripts: functionOf<ScriptFunction>().optional(),
    assign: functionOf<Assign>().optional(),
    defaults: processDefaults.prefault({}),
    expressions: expressions.prefault({}),
    identity: identity.default(NOBODY),
    messageTypes: z.record(text, messageType).default({}),
    circulation: circulation.optional(),
    actionUrl: functionOf<PluginOptions['actionUrl']>(),
    onReports: functionOf<PluginOptions['onReports']>(),
    onMessages: functionOf<NonNullable<PluginOptions['onMessages']>>().optional(),
    onAction: functionOf<NonNullable<PluginOptions['onAction']>>().optional(),
    onThrown: functionOf<NonNullable<PluginOptions['onThrown']>>().optional(),
    findProcess: functionOf<NonNullable<PluginOptions['findProcess']>>().optional(),
    onError: functionOf<NonNullable<PluginOptions['onError']>>().optional(),
    engine: engine.prefault({}),
    concludesItself: z.boolean().default(true),
    reportGone: z.boolean().default(true),
    unknownTaskStatus: z.enum(['IN_PROGRESS', 'TERMINATED']).default('IN_PROGRESS'),
    statusTimeForm: z.enum(STATUS_TIME_FORMS).default('yyyy-MM-dd HH:mm:ss'),
    timeZone: timeZone.default('Asia/Shanghai'),
    reportHoldMs: z.int().nonnegative().max(MAX_TIMER_MS).default(10_000),
    systemTasks: z.boolean().default(true),
    oneTaskPerSigner: z.boolean().default(false),
    limits: limits.omit({ stepMs: true }).prefault({}),
    locale: locale.default(() => EN),
    translateLabel: functionOf<(label: string) => string>().default(() => (label: string) => label),
    clock: clock.default(() => Date.now),
  } satisfies Record<keyof PluginOptions, z.ZodType>)
  .refine(({ initiator, defaults }) => initiator !== undefined || defaults?.systemHandler !== undefined, {
    path: ['initiator'],
    error: 'is required, or defaults.systemHandler',
    when: whenObject,
  })
  .transform((options) => ({
    ...options,
    initiator: options.initiator ?? options.defaults.systemHandler ?? '',
    defaults: withTexts(options.defaults, options.locale),
  }));

/** The options of a plugin with all defaults. */
export type PluginConfig = z.output<typeof schema>;

/** @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists every problem with its path */
export function readPluginOptions(options: PluginOptions): PluginConfig {
  return parseOrThrow(schema, options, 'the options of the plugin are invalid:');
}

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

/** The settings for reading the diagram of a plugin, and those of processes that it calls. */
export function readOptionsOf(config: PluginConfig): ModelOptions {
  return {
    ...modelOptionsOf(config),
    scripts: config.scripts !== undefined,
    messages: config.onMessages !== undefined,
    functions: new Set(Object.keys(config.expressions.functions)),
  };
}
