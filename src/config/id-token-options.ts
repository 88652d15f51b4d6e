import type { TextEncoding } from '../callback/cipher/cipher.ts';
import type { IdTokenFunction } from '../callback/id-token/id-token.ts';

/**
 * How header x-id-token is checked: as a JSON Web Token signed by an issuer, or by a function of token, account and
 * headers. `trust-center`: the token is not checked, the signed address is enough; start-up logs a warning. No default.
 */
export type IdTokenOptions = JwksIdTokenOptions | KeyIdTokenOptions | IdTokenFunction | 'trust-center';

/** The claims that a token must have. */
export interface JwtClaimOptions {
  /** Allowed values of `iss`; null: not checked. */
  readonly issuer: string | readonly string[] | null;
  /** Allowed values of `aud`; null: not checked, so tokens for other applications are accepted. */
  readonly audience: string | readonly string[] | null;
  /** The claim that must equal accountName. Default: `sub`. */
  readonly claim?: string;
  /** Maximum clock difference to the issuer, in seconds, up to 600. Default: 30. */
  readonly clockToleranceSeconds?: number;
}

/** The published keys of an issuer, as a JSON Web Key Set (RFC 7517, 5). */
export interface JwksIdTokenOptions extends JwtClaimOptions {
  /** http or https. Fetched when first needed, cached for ten minutes, and fetched again when a token has an unknown key id. */
  readonly jwksUrl: string;
  /** Accepted algorithms, such as `RS256` or `ES256`; only those of public keys. */
  readonly algorithms: readonly AsymmetricAlgorithm[];
  /** Timeout of a fetch, in milliseconds; then the press is answered 503. Default: 5 000. */
  readonly timeoutMs?: number;
}

/** A fixed key. */
export interface KeyIdTokenOptions extends JwtClaimOptions {
  /** A public key or certificate in PEM, or a shared secret for the HS algorithms. */
  readonly key: string;
  /** Encoding of a shared secret. Default: `utf8`. */
  readonly keyEncoding?: TextEncoding;
  /** Accepted algorithms; the key must support them. */
  readonly algorithms: readonly (AsymmetricAlgorithm | SymmetricAlgorithm)[];
}

/** RFC 7518, 3.1, RFC 8037 and RFC 9864. `none` is not supported. */
export const ASYMMETRIC_ALGORITHMS = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const),
] as const;
/** Algorithms of a key pair. */
export type AsymmetricAlgorithm = (typeof ASYMMETRIC_ALGORITHMS)[number];

export const SYMMETRIC_ALGORITHMS = ['HS256', 'HS384', 'HS512'] as const;
/** Algorithms of a shared secret (RFC 7518, 3.2). */
export type SymmetricAlgorithm = (typeof SYMMETRIC_ALGORITHMS)[number];
