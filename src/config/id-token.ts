import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { decodeText } from '../callback/cipher/cipher.ts';
import type { JwtRecipe } from '../callback/id-token/check-jwt.ts';
import type { IdTokenFunction } from '../callback/id-token/id-token.ts';
import { isJsonObject } from '../protocol/fields.ts';
import { functionOf, ms, refuse, requiredMessage, secret, select, text } from './fields.ts';
import {
  ASYMMETRIC_ALGORITHMS,
  type JwksIdTokenOptions,
  type KeyIdTokenOptions,
  SYMMETRIC_ALGORITHMS,
} from './id-token-options.ts';

const DEFAULTS = {
  claim: 'sub',
  /** More than the difference between machines with synchronized clocks. */
  clockToleranceSeconds: 30,
  /** Shorter than the time that a center waits for the answer to a button. */
  timeoutMs: 5_000,
} as const;

const NAMES = 'must be a text, a list of texts, or null if it is not to be checked';
const names = select<readonly string[] | null>((value) => {
  if (value === null) return z.null();
  if (Array.isArray(value)) return z.array(text).min(1, NAMES);
  return z
    .string({ error: requiredMessage(NAMES) })
    .min(1, 'must not be empty')
    .transform((name) => [name]);
});

function algorithms<Name extends string>(known: readonly Name[]) {
  const error = `must be one of ${known.join(', ')}`;
  return z.array(z.enum(known as readonly [Name, ...Name[]], { error })).min(1, 'must name at least one algorithm');
}

const claims = {
  issuer: names,
  audience: names,
  claim: text.default(DEFAULTS.claim),
  clockToleranceSeconds: z.number().min(0).max(600).default(DEFAULTS.clockToleranceSeconds),
};

const jwksUrl = text.refine(
  (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  },
  { error: 'must be an http or https url without credentials' },
);

const jwks = z
  .strictObject({
    jwksUrl,
    algorithms: algorithms(ASYMMETRIC_ALGORITHMS),
    timeoutMs: ms.default(DEFAULTS.timeoutMs),
    ...claims,
  } satisfies Record<keyof JwksIdTokenOptions, z.ZodType>)
  .transform(({ jwksUrl: url, timeoutMs, ...rest }): JwtRecipe => ({ ...rest, keys: { jwksUrl: url, timeoutMs } }));

const key = z
  .strictObject({
    key: secret,
    keyEncoding: z.enum(['base64', 'hex', 'utf8']).default('utf8'),
    algorithms: algorithms([...ASYMMETRIC_ALGORITHMS, ...SYMMETRIC_ALGORITHMS]),
    ...claims,
  } satisfies Record<keyof KeyIdTokenOptions, z.ZodType>)
  .transform(({ key: written, keyEncoding, ...rest }, context): JwtRecipe => {
    const read = readKey(written.reveal(), keyEncoding);
    const problem = typeof read === 'string' ? read : misfitOf(read, rest.algorithms);
    if (typeof read !== 'string' && problem === undefined) return { ...rest, keys: read };
    context.addIssue({ code: 'custom', path: ['key'], message: problem ?? 'cannot be read' });
    return z.NEVER;
  });

function readKey(written: string, encoding: 'base64' | 'hex' | 'utf8'): KeyObject | string {
  if (!written.includes('-----BEGIN')) {
    const bytes = decodeText(written, encoding);
    return bytes === undefined ? `must be written in ${encoding}` : createSecretKey(bytes);
  }
  // The public key could be derived from a private key, but a verifier should not have the private key.
  if (written.includes('PRIVATE KEY-----')) return 'must be the public key, not the private one';
  try {
    return createPublicKey(written);
  } catch {
    return 'must be a public key or a certificate in PEM';
  }
}

const CURVES: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };
const MIN_RSA_BITS = 2048;

/** Checks that the key supports the algorithms: with a public key used as a shared secret, anybody could sign tokens. */
function misfitOf(read: KeyObject, listed: readonly string[]): string | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = read;
  const fits = (name: string) => {
    if (read.type === 'secret') return name.startsWith('HS');
    if (type === 'rsa') return /^[RP]S/.test(name);
    if (type === 'ec') return name === CURVES[details?.namedCurve ?? ''];
    return type === 'ed25519' && (name === 'EdDSA' || name === 'Ed25519');
  };
  const other = listed.find((name) => !fits(name));
  if (other !== undefined) return `is not a key for ${other}`;
  if (type === 'rsa' && (details?.modulusLength ?? 0) < MIN_RSA_BITS) return `must have ${MIN_RSA_BITS} bits at least`;
  // RFC 7518, 3.2.
  const needed = Math.max(...listed.map((name) => (name.startsWith('HS') ? Number(name.slice(2)) / 8 : 0)));
  if (read.type === 'secret' && (read.symmetricKeySize ?? 0) < needed) return `must be at least ${needed} bytes long`;
  return undefined;
}

const ID_TOKENS =
  "must be { jwksUrl, algorithms, issuer, audience }, { key, algorithms, issuer, audience }, a function of token, account and headers, or 'trust-center'";

/** Option `callback.idToken`. */
export const idToken = select<'trust-center' | IdTokenFunction | JwtRecipe>((value) => {
  if (typeof value === 'function') return functionOf<IdTokenFunction>();
  if (!isJsonObject(value)) return z.literal('trust-center', { error: requiredMessage(ID_TOKENS) });
  if ('jwksUrl' in value && 'key' in value) return refuse('must have jwksUrl or key, not both');
  if ('jwksUrl' in value) return jwks;
  return 'key' in value ? key : refuse(ID_TOKENS);
});
