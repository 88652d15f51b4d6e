import type { Secret } from '../secret.ts';
import type { TextEncoding } from './decode-text.ts';

/** Opens the body of a button callback. The spec names no cipher, so it is a recipe, or a function of the host. */
export interface Cipher {
  /** Whether what exactly was wrong may be told: a cipher without integrity turns such answers into an oracle. */
  readonly oracleSafe: boolean;
  /** Whether a body of that media type (lower case, without parameters, empty when not given) can be read at all. */
  accepts(mediaType: string): boolean;
  /** The parameters, not yet checked. @throws when the body cannot be opened */
  decrypt(body: Uint8Array, headers: Headers): unknown;
  /** The same for a GET, where the parameters or the cipher text stand in the query. @throws as `decrypt` */
  decryptQuery(query: URLSearchParams, headers: Headers): unknown;
}

/** Body and headers of a call in; the parameters out, or a promise of them. Throws when the body cannot be opened. */
export type DecryptFunction = (body: Uint8Array, headers: Headers) => unknown;

/** AES-CBC with PKCS#7 padding, 128, 192 or 256 bits by the length of the key; the plain text is JSON in UTF-8. */
export interface AesCbcRecipe {
  readonly kind: 'aes-cbc';
  readonly key: Secret;
  readonly keyEncoding: TextEncoding;
  /** `prefixed`: the first 16 bytes of the data; otherwise the same one for every call. */
  readonly iv: Secret | 'prefixed';
  readonly ivEncoding: TextEncoding;
  /** How the cipher text is written. */
  readonly dataEncoding: 'base64' | 'hex';
  /** The body is the cipher text itself, or a JSON object that holds it in a field. */
  readonly body: 'raw' | { readonly field: string };
}

export type CipherRecipe = { readonly kind: 'none' } | AesCbcRecipe | DecryptFunction;

/** In a GET the cipher text stands in this query field, unless the recipe names a field of the body. */
export const DATA_FIELD = 'data';
