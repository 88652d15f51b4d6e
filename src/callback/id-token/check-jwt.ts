import type { KeyObject } from 'node:crypto';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { BridgeError } from '../../errors.ts';
import type { IdTokenFunction } from './id-token.ts';
import { IdTokenError } from './id-token.ts';

/** Which id tokens are accepted. */
export interface JwtRecipe {
  /** JWKS endpoint of the issuer, or a key. */
  readonly keys: { readonly jwksUrl: string; readonly timeoutMs: number } | KeyObject;
  /** Allowed signature algorithms. The header of the token cannot select another one. */
  readonly algorithms: readonly string[];
  /** Null: not checked. */
  readonly issuer: readonly string[] | null;
  readonly audience: readonly string[] | null;
  /** The claim that must equal the account. */
  readonly claim: string;
  readonly clockToleranceSeconds: number;
}

/** Maximum age of cached keys; a revoked key is accepted for at most this long. */
const CACHE_MAX_AGE_MS = 600_000;
/** Minimum time between two fetches for unknown key ids: short after a rotation, but no flood if somebody invents ids. */
const COOLDOWN_MS = 5_000;
/** Time after a failed fetch in which no other begins: presses must not queue up behind an issuer that does not answer. */
const FAILED_PAUSE_MS = 2_000;

/**
 * Creates the check of x-id-token as a JSON Web Token (RFC 7519): signature, issuer, audience, validity period, and that
 * the claim equals the account exactly. A token without an expiry is refused.
 * @param clock epoch milliseconds
 * @returns a function that throws {IdTokenError} if the token is not accepted, and {BridgeError} `ERR_KEYS_UNAVAILABLE` if
 * the keys cannot be fetched: the token was not checked, so the press can be repeated
 */
export function createJwtCheck(recipe: JwtRecipe, clock: () => number): IdTokenFunction {
  const { claim, algorithms, issuer, audience, clockToleranceSeconds } = recipe;
  const findKey = createFindKey(recipe.keys, clock);
  return async (token, account) => {
    refuseOtherSpellings(token);
    const verified = await verify(token, findKey, {
      algorithms: [...algorithms],
      requiredClaims: ['exp', claim],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(clock()),
      ...(issuer !== null && { issuer: [...issuer] }),
      ...(audience !== null && { audience: [...audience] }),
    });
    if (verified[claim] !== account) throw new IdTokenError(`its claim ${claim} is not the account`);
    return true;
  };
}

function createFindKey(keys: JwtRecipe['keys'], clock: () => number): JWTVerifyGetKey {
  if (!('jwksUrl' in keys)) return async () => keys;
  const { jwksUrl, timeoutMs } = keys;
  const remote = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: CACHE_MAX_AGE_MS,
  });
  let failed: { readonly at: number; readonly error: BridgeError } | undefined;
  /** A token with an unknown key must not stop those whose keys are cached. */
  const findKnown: (...args: [...Parameters<JWTVerifyGetKey>, BridgeError]) => ReturnType<JWTVerifyGetKey> = async (
    header,
    token,
    unavailable,
  ) => {
    const known = remote.fresh ? remote.jwks() : undefined;
    if (known === undefined) throw unavailable;
    try {
      return await createLocalJWKSet(known)(header, token);
    } catch (error) {
      throw error instanceof errors.JWKSNoMatchingKey ? unavailable : error;
    }
  };
  return async (header, token) => {
    // The clock may have been set back meanwhile.
    if (failed && Math.abs(clock() - failed.at) < FAILED_PAUSE_MS) return findKnown(header, token, failed.error);
    try {
      const key = await remote(header, token);
      failed = undefined;
      return key;
    } catch (error) {
      if (isAboutToken(error)) throw error;
      const message = `the keys for id tokens could not be fetched from ${new URL(jwksUrl).origin}: check that it answers`;
      failed = { at: clock(), error: new BridgeError('ERR_KEYS_UNAVAILABLE', message, { cause: error }) };
      throw failed.error;
    }
  };
}

async function verify(token: string, findKey: JWTVerifyGetKey, options: JWTVerifyOptions) {
  try {
    return (await jwtVerify(token, findKey, options)).payload;
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithAny(token, error, options);
    throw isAboutToken(error) ? new IdTokenError(faultOf(error)) : error;
  }
}

/** A token without a key id (`kid`) may be signed with any key of the issuer. */
async function verifyWithAny(token: string, keys: errors.JWKSMultipleMatchingKeys, options: JWTVerifyOptions) {
  for await (const key of keys) {
    try {
      return (await jwtVerify(token, key, options)).payload;
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue;
      throw isAboutToken(error) ? new IdTokenError(faultOf(error)) : error;
    }
  }
  throw new IdTokenError('no key of the issuer signed it');
}

/** Accepts only canonical base64url, because several texts decode to the same bytes. */
function refuseOtherSpellings(token: string): void {
  const isSpelled = (part: string) => Buffer.from(part, 'base64url').toString('base64url') === part;
  if (!token.split('.').every(isSpelled)) throw new IdTokenError('it is not a JSON Web Token');
}

const FAULTS: Readonly<Record<string, string>> = {
  ERR_JWS_INVALID: 'it is not a JSON Web Token',
  ERR_JWT_INVALID: 'it is not a JSON Web Token',
  ERR_JWT_EXPIRED: 'it has expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'it is signed with an algorithm that is not listed',
  ERR_JOSE_NOT_SUPPORTED: 'it uses a feature that is not supported',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is wrong',
  ERR_JWKS_NO_MATCHING_KEY: 'no key of the issuer matches it',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'no key of the issuer signed it',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'a claim is missing or wrong',
};

function isAboutToken(error: unknown): error is errors.JOSEError {
  return error instanceof errors.JOSEError && Object.hasOwn(FAULTS, error.code);
}

/** `error.claim` is safe to log: only claims that the configuration names are checked. */
function faultOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `its claim ${error.claim} is missing or wrong`;
  return FAULTS[error.code] ?? error.code;
}
