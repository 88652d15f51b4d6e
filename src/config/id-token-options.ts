import type { TextEncoding } from '../callback/decode-text.ts';
import type { IdTokenFunction } from '../callback/id-token.ts';

/**
 * How header x-id-token is checked: as a JSON Web Token signed by an issuer, or by a function of token, account and
 * headers. `trust-center`: the token is not looked at, the signed address is enough; start-up warns of it. No default.
 */
export type IdTokenOptions = JwksIdTokenOptions | KeyIdTokenOptions | IdTokenFunction | 'trust-center';

/** What is asked of a token, whatever signs it. */
export interface JwtClaimOptions {
  /** The `iss` that a token must have, one or several; null says in so many letters that it is not looked at. */
  readonly issuer: string | readonly string[] | null;
  /** The `aud` that a token must have, one of several; null: not looked at, so that tokens for others are good too. */
  readonly audience: string | readonly string[] | null;
  /** The claim that must be equal to accountName. Default: `sub`. */
  readonly claim?: string;
  /** How far the issuer's clock may be off, in seconds, up to 600. Default: 30. */
  readonly clockToleranceSeconds?: number;
}

/** The issuer publishes its keys as a JSON Web Key Set (RFC 7517, 5). */
export interface JwksIdTokenOptions extends JwtClaimOptions {
  /** http or https. Fetched when first needed, kept for ten minutes, and fetched again when a token names a new key. */
  readonly jwksUrl: string;
  /** The algorithms that are accepted, such as `RS256` or `ES256`; those of public keys only. */
  readonly algorithms: readonly AsymmetricAlgorithm[];
  /** How long one fetch may take, in milliseconds; then the press is answered 503. Default: 5 000. */
  readonly timeoutMs?: number;
}

/** One key that does not change. */
export interface KeyIdTokenOptions extends JwtClaimOptions {
  /** A public key or certificate in PEM, or a shared secret for the HS algorithms. */
  readonly key: string;
  /** How a shared secret is written. Default: `utf8`. */
  readonly keyEncoding?: TextEncoding;
  /** The algorithms that are accepted; they must be those of the key. */
  readonly algorithms: readonly (AsymmetricAlgorithm | SymmetricAlgorithm)[];
}

/** RFC 7518, 3.1, RFC 8037 and RFC 9864. There is no `none`. */
export const ASYMMETRIC_ALGORITHMS = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const),
] as const;
/** Algorithms of a key pair. */
export type AsymmetricAlgorithm = (typeof ASYMMETRIC_ALGORITHMS)[number];

export const SYMMETRIC_ALGORITHMS = ['HS256', 'HS384', 'HS512'] as const;
/** Algorithms of a shared secret (RFC 7518, 3.2). */
export type SymmetricAlgorithm = (typeof SYMMETRIC_ALGORITHMS)[number];
