import * as z from 'zod';
import type * as Options from './config/bridge-options.ts';
import { callback } from './config/callback.ts';
import { center } from './config/center.ts';
import { circulation } from './config/circulation.ts';
import { expressions } from './config/expressions.ts';
import {
  clock,
  DEFAULT_TIME_ZONE,
  functionOf,
  MAX_TIMER_MS,
  storeUrl,
  text,
  timeZone,
  whenObject,
} from './config/fields.ts';
import { identity } from './config/identity.ts';
import { limits } from './config/limits.ts';
import { locale } from './config/locale.ts';
import { logger } from './config/logger.ts';
import { messageType } from './config/message-type-options.ts';
import { jobs, outbox } from './config/outbox-and-jobs.ts';
import { parseOrThrow } from './config/parse-or-throw.ts';
import { processDefaults, withTexts } from './config/process-defaults.ts';
import { retention } from './config/retention.ts';
import { telemetry } from './config/telemetry.ts';
import type { AuthorizeAdmin } from './host/admin.ts';
import type { Assign, ScriptFunction, ServiceFunction } from './host/host.ts';
import { EN } from './texts/en.ts';

export type { BridgeOptions } from './config/bridge-options.ts';
export type { ConfigProblem } from './config/fields.ts';

/** Long enough for services that look something up, and short enough for a person who waits for the task to leave the list. */
const DEFAULT_REPORT_HOLD_MS = 10_000;

/** Four calls in the second half of a lease: a token, the call, another token, the call again. */
const CALLS_PER_LEASE = 8;

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
    defaults: processDefaults.prefault({}),
    locale: locale.default(() => EN),
    translateLabel: functionOf<(label: string) => string>().default(() => (label: string) => label),
    timeZone: timeZone.default(DEFAULT_TIME_ZONE),
    clock: clock.default(() => Date.now),
    logger,
    telemetry,
    outbox: outbox.prefault({}),
    jobs: jobs.prefault({}),
    reconcile: z.boolean().default(false),
    retention: retention.prefault({}),
    limits: limits.prefault({}),
    systemTasks: z.boolean().default(true),
    oneTaskPerSigner: z.boolean().default(false),
    admin: z.strictObject({ authorize: functionOf<AuthorizeAdmin>() }).optional(),
    reportHoldMs: z.int().nonnegative().max(MAX_TIMER_MS).default(DEFAULT_REPORT_HOLD_MS),
  } satisfies Record<keyof Options.BridgeOptions, z.ZodType>)
  .refine(({ outbox, center }) => !(outbox?.leaseMs < CALLS_PER_LEASE * center?.timeoutMs), {
    path: ['outbox', 'leaseMs'],
    error: `must be at least ${CALLS_PER_LEASE} times center.timeoutMs`,
    when: whenObject,
  })
  .transform((options) => {
    return { ...options, defaults: withTexts(options.defaults, options.locale) };
  });

/** The options with all defaults; addresses have no trailing slash, secrets are wrapped. */
export type BridgeConfig = z.output<typeof schema>;

/**
 * Validates all options and adds the defaults. Does not read the environment.
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists every `ConfigProblem`; no message contains a value
 */
export function parseOptions(options: Options.BridgeOptions): BridgeConfig {
  return parseOrThrow(schema, options, 'the options of the bridge are invalid:');
}
