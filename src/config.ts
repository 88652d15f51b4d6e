import { z } from 'zod';
import type * as Options from './config/bridge-options.ts';
import { callback } from './config/callback.ts';
import { center } from './config/center.ts';
import { circulation } from './config/circulation.ts';
import { expressions, names } from './config/expressions.ts';
import {
  DEFAULT_TIME_ZONE,
  functionOf,
  MAX_TIMER_MS,
  requiredMessage,
  sameObject,
  select,
  storeUrl,
  text,
  timeZone,
  urlTemplate,
  whenObject,
} from './config/fields.ts';
import { locale } from './config/locale.ts';
import { logger } from './config/logger.ts';
import { messageType } from './config/message-type-options.ts';
import { jobs, outbox } from './config/outbox-and-jobs.ts';
import { readOptions } from './config/read-options.ts';
import { retention } from './config/retention.ts';
import type { Assign, Identity, ScriptFunction, ServiceFunction } from './host/host.ts';
import { isJsonObject } from './protocol/fields.ts';
import { EN } from './texts/en.ts';

export type { BridgeOptions } from './config/bridge-options.ts';
export type { ConfigProblem } from './config/fields.ts';

/** Long enough for services that look something up, and short enough for a person who waits for the task to leave the list. */
const DEFAULT_REPORT_HOLD_MS = 10_000;

/** Four calls in the second half of a lease: a token, the call, another token, the call again. */
const CALLS_PER_LEASE = 8;

const IDENTITIES = "must be { isMember, membersOf?, mayActFor?, nameOf? } or 'trust-center'";
const identity = select<Identity | 'trust-center'>((value) => {
  if (!isJsonObject(value)) return z.literal('trust-center', { error: requiredMessage(IDENTITIES) });
  const functions = {
    isMember: functionOf(),
    membersOf: functionOf().optional(),
    mayActFor: functionOf().optional(),
    nameOf: functionOf().optional(),
  };
  // Checked but not copied: an object of a class may have other members, and its methods need it as `this`.
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return sameObject<Identity>(isPlain ? z.strictObject(functions) : z.object(functions), value);
});

const flag = z.literal([0, 1]);
const defaults = z
  .strictObject({
    handlers: names.optional(),
    handlingGroup: names.optional(),
    systemHandler: text.optional(),
    systemName: text.optional(),
    handleLabel: text.optional(),
    allowMerge: flag.default(0),
    canDelegate: flag.optional(),
    autoCreateTransType: z.boolean().optional(),
    handleUrl: urlTemplate.optional(),
    viewUrl: urlTemplate.optional(),
    mHandleUrl: urlTemplate.optional(),
    mViewUrl: urlTemplate.optional(),
    bothMobileSpellings: z.boolean().default(false),
  } satisfies Record<keyof Options.ProcessDefaults, z.ZodType>)
  .refine(({ handlers, handlingGroup }) => handlers === undefined || handlingGroup === undefined, {
    path: ['handlingGroup'],
    error: 'must not be used together with handlers: a task goes to accounts or to groups',
    when: whenObject,
  });

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Removes undefined values, because they would override a default when objects are spread. */
function omitAbsent<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}

const schema = z
  .strictObject({
    center,
    callback,
    identity,
    store: storeUrl,
    services: z.record(text, functionOf<ServiceFunction>()).default({}),
    scripts: functionOf<ScriptFunction>().optional(),
    assign: functionOf<Assign>().optional(),
    expressions: expressions.prefault({}),
    messageTypes: z.record(text, messageType).default({}),
    circulation: circulation.optional(),
    defaults: defaults.transform(omitAbsent).prefault({}),
    locale: locale.default(() => EN),
    translateLabel: functionOf<(label: string) => string>().default(() => (label: string) => label),
    timeZone: timeZone.default(DEFAULT_TIME_ZONE),
    clock: functionOf<() => number>().default(() => Date.now),
    logger,
    outbox: outbox.prefault({}),
    jobs: jobs.prefault({}),
    retention: retention.prefault({}),
    reportHoldMs: z.int().nonnegative().max(MAX_TIMER_MS).default(DEFAULT_REPORT_HOLD_MS),
  } satisfies Record<keyof Options.BridgeOptions, z.ZodType>)
  .refine(({ outbox, center }) => !(outbox?.leaseMs < CALLS_PER_LEASE * center?.timeoutMs), {
    path: ['outbox', 'leaseMs'],
    error: `must be at least ${CALLS_PER_LEASE} times center.timeoutMs`,
    when: whenObject,
  })
  .transform((options) => {
    const { defaults, locale: texts } = options;
    const named = { systemName: texts['system.name'], handleLabel: texts['button.handle'] };
    return { ...options, defaults: { ...named, ...defaults } };
  });

/** The options with all defaults; addresses have no trailing slash, secrets are wrapped. */
export type BridgeConfig = z.output<typeof schema>;

/**
 * Validates all options and adds the defaults. Does not read the environment.
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists every `ConfigProblem`; no message contains a value
 */
export function parseOptions(options: Options.BridgeOptions): BridgeConfig {
  return readOptions(schema, options, 'the options of the bridge');
}
