import * as z from 'zod';
import type { AnswerHook } from '../callback/callback-handler.ts';
import { STATUS_TIME_FORMS } from '../protocol/task-status.ts';
import { Secret } from '../secret.ts';
import type { CallbackOptions, SigningKeyOptions } from './bridge-options.ts';
import { cipher } from './cipher.ts';
import { baseUrl, count, functionOf, revealed, whenArray } from './fields.ts';
import { idToken } from './id-token.ts';

/** The length of the output of SHA-256; shorter keys weaken the signature (RFC 2104, 3). */
const MIN_SECRET_BYTES = 32;

const DEFAULTS = {
  /** Enough for an opinion of 10 000 Chinese characters, encrypted and in base64. */
  maxBodyBytes: 65_536,
  /** Enough for about 90 000 task ids. */
  maxStatusBodyBytes: 4_194_304,
} as const;

const signingKey = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]+$/, 'may contain only letters, digits, _ and -'),
  secret: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= MIN_SECRET_BYTES, {
      error: `must be at least ${MIN_SECRET_BYTES} bytes, e.g. from 'openssl rand -base64 32'`,
    })
    .transform((value) => new Secret(value)),
} satisfies Record<keyof SigningKeyOptions, z.ZodType>);

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

/** Option `callback`. */
export const callback = z.strictObject({
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
} satisfies Record<keyof CallbackOptions, z.ZodType>);
