import type { KeyObject } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { BridgeError } from '../errors.ts';
import type { IdTokenFunction } from './id-token.ts';
import { IdTokenError } from './id-token.ts';

/** Which tokens of persons are accepted, and of whom. */
export interface JwtRecipe {
  /** Where the issuer publishes its keys, or the key itself. */
  readonly keys: { readonly jwksUrl: string; readonly timeoutMs: number } | KeyObject;
  /** What a token may be signed with; nothing else is tried, whatever the token says of itself. */
  readonly algorithms: readonly string[];
  /** Null: not looked at. */
  readonly issuer: readonly string[] | null;
  readonly audience: readonly string[] | null;
  /** The claim that must be the account. */
  readonly claim: string;
  readonly clockToleranceSeconds: number;
}

/** Keys of an issuer are fetched again after this, so that one that was withdrawn is not accepted for longer. */
const CACHE_MAX_AGE_MS = 600_000;
/** An unknown key is asked for at most this often: soon after a rotation, and no flood when somebody invents keys. */
const COOLDOWN_MS = 5_000;

/**
 * Makes the check of x-id-token by JSON Web Tokens (RFC 7519): signature, issuer, audience, times, and that the claim is
 * the account to the letter. A token without an expiry is refused.
 * @param clock epoch milliseconds
 * @returns a function that throws {IdTokenError} for what is not accepted, and {BridgeError} `ERR_KEYS_UNAVAILABLE` when
 * the keys could not be fetched: nothing is known about the token, so the press may be made again
 */
export function createJwtCheck(recipe: JwtRecipe, clock: () => number): IdTokenFunction {
  const { claim, algorithms, issuer, audience, clockToleranceSeconds } = recipe;
  const findKey = createFindKey(recipe.keys);
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

function createFindKey(keys: JwtRecipe['keys']): JWTVerifyGetKey {
  if (!('jwksUrl' in keys)) return async () => keys;
  const { jwksUrl, timeoutMs } = keys;
  const remote = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: CACHE_MAX_AGE_MS,
  });
  return async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw error;
      const message = `the keys of the id tokens could not be had from ${new URL(jwksUrl).origin}: see that it answers`;
      throw new BridgeError('ERR_KEYS_UNAVAILABLE', message, { cause: error });
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

/** A token that names no key may be signed with any of the issuer's. */
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

/** Base64url decodes several texts to the same bytes: a token has one spelling. */
function refuseOtherSpellings(token: string): void {
  const isSpelled = (part: string) => Buffer.from(part, 'base64url').toString('base64url') === part;
  if (!token.split('.').every(isSpelled)) throw new IdTokenError('it is not a JSON Web Token');
}

const FAULTS: Readonly<Record<string, string>> = {
  ERR_JWS_INVALID: 'it is not a JSON Web Token',
  ERR_JWT_INVALID: 'it is not a JSON Web Token',
  ERR_JWT_EXPIRED: 'it has expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'it is signed with an algorithm that is not listed',
  ERR_JOSE_NOT_SUPPORTED: 'it asks for what is not supported',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is wrong',
  ERR_JWKS_NO_MATCHING_KEY: 'no key of the issuer fits it',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'no key of the issuer signed it',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'a claim is missing or wrong',
};

function isAboutToken(error: unknown): error is errors.JOSEError {
  return error instanceof errors.JOSEError && Object.hasOwn(FAULTS, error.code);
}

/** The name of a claim is ours, not the token's: only those that were asked for are checked. */
function faultOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) return `its claim ${error.claim} is missing or wrong`;
  return FAULTS[error.code] ?? error.code;
}
