import { z } from 'zod';
import type { AnswerHook } from './callback/callback-handler.ts';
import type * as Options from './config/bridge-options.ts';
import { cipher } from './config/cipher.ts';
import { circulation } from './config/circulation.ts';
import { expressions } from './config/expressions.ts';
import {
  baseUrl,
  count,
  functionOf,
  MAX_TIMER_MS,
  ms,
  revealed,
  sameObject,
  secret,
  select,
  storeUrl,
  text,
  timeZone,
  whenArray,
  whenObject,
} from './config/fields.ts';
import { idToken } from './config/id-token.ts';
import { identity } from './config/identity.ts';
import { locale } from './config/locale.ts';
import { messageType } from './config/message-type-options.ts';
import { jobs, outbox } from './config/outbox-and-jobs.ts';
import { parseOrThrow } from './config/parse-or-throw.ts';
import { processDefaults, withTexts } from './config/process-defaults.ts';
import { retention } from './config/retention.ts';
import type { Assign, ScriptFunction, ServiceFunction } from './host/host.ts';
import type { Logger } from './logger.ts';
import { SCOPE_SEPARATOR, SCOPES } from './protocol/endpoints.ts';
import { STATUS_TIME_FORMS } from './protocol/task-status.ts';
import { Secret } from './secret.ts';
import { EN } from './texts/en.ts';

export type { BridgeOptions } from './config/bridge-options.ts';
export type { ConfigProblem } from './config/fields.ts';

/** The length of the output of SHA-256; shorter keys weaken the signature (RFC 2104, 3). */
const MIN_SECRET_BYTES = 32;

const DEFAULTS = {
  timeZone: 'Asia/Shanghai',
  /** Long enough for services that look something up, and short enough for a person who waits for the task to leave the list. */
  reportHoldMs: 10_000,
  /** Enough for an opinion of 10 000 Chinese characters, encrypted and in base64. */
  maxBodyBytes: 65_536,
  /** Enough for about 90 000 task ids. */
  maxStatusBodyBytes: 4_194_304,
  /** Longer than a center under load needs, shorter than people wait. */
  centerTimeoutMs: 10_000,
} as const;

/** Four calls in the second half of a lease: a token, the call, another token, the call again. */
const CALLS_PER_LEASE = 8;

const center = z.strictObject({
  baseUrl,
  authUrl: baseUrl,
  clientId: text,
  clientSecret: secret,
  scopes: z
    .array(text.refine((name) => !name.includes(SCOPE_SEPARATOR), { error: 'must be one scope per entry' }))
    .min(1)
    .default(Object.values(SCOPES)),
  appId: text,
  timeoutMs: ms.default(DEFAULTS.centerTimeoutMs),
  concludesItself: z.boolean().default(true),
  reportGone: z.boolean().default(true),
  signOffInData: z.boolean().default(false),
} satisfies Record<keyof Options.CenterOptions, z.ZodType>);

const signingKey = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]+$/, 'may contain only letters, digits, _ and -'),
  secret: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= MIN_SECRET_BYTES, {
      error: `must be at least ${MIN_SECRET_BYTES} bytes, e.g. from 'openssl rand -base64 32'`,
    })
    .transform((value) => new Secret(value)),
} satisfies Record<keyof Options.SigningKeyOptions, z.ZodType>);

const signingKeys = z
  .array(signingKey)
  .min(1, 'must have at least one key')
  .refine((keys) => isUnique(keys.map((key) => key?.id)), { error: 'two keys share an id', when: whenArray })
  // Removing one of two keys with the same secret would have no effect.
  .refine((keys) => isUnique(keys.map((key) => revealed(key?.secret))), {
    error: 'two keys share a secret',
    when: whenArray,
  });

function isUnique(values: readonly unknown[]): boolean {
  const known = values.filter((value) => value !== undefined);
  return new Set(known).size === known.length;
}

const callback = z.strictObject({
  publicUrl: baseUrl,
  signingKeys,
  cipher,
  idToken,
  maxBodyBytes: count.default(DEFAULTS.maxBodyBytes),
  maxStatusBodyBytes: count.default(DEFAULTS.maxStatusBodyBytes),
  unknownTaskStatus: z.enum(['IN_PROGRESS', 'TERMINATED']).default('IN_PROGRESS'),
  statusTimeForm: z.enum(STATUS_TIME_FORMS).default('yyyy-MM-dd HH:mm:ss'),
  diagrams: z.boolean().default(false),
  answer: functionOf<AnswerHook>().optional(),
} satisfies Record<keyof Options.CallbackOptions, z.ZodType>);

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const logger = select<Logger>((value) =>
  sameObject(z.object(Object.fromEntries(LOG_LEVELS.map((level) => [level, functionOf()]))), value),
);

const quietConsole: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message, fields) => console.warn(message, ...(fields === undefined ? [] : [fields])),
  error: (message, fields) => console.error(message, ...(fields === undefined ? [] : [fields])),
};

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
    timeZone: timeZone.default(DEFAULTS.timeZone),
    clock: functionOf<() => number>().default(() => Date.now),
    logger: logger.prefault(quietConsole),
    outbox: outbox.prefault({}),
    jobs: jobs.prefault({}),
    retention: retention.prefault({}),
    reportHoldMs: z.int().nonnegative().max(MAX_TIMER_MS).default(DEFAULTS.reportHoldMs),
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
