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

/** Where the cipher text stands and how it is written. */
export interface EnvelopeRecipe {
  readonly dataEncoding: 'base64' | 'hex';
  /** The body is the cipher text itself, or a JSON object that holds it in a field. */
  readonly body: 'raw' | { readonly field: string };
}

interface KeyRecipe extends EnvelopeRecipe {
  readonly key: Secret;
  readonly keyEncoding: TextEncoding;
}

/** CBC with PKCS#7 padding; the length of the key says which AES. The plain text is JSON in UTF-8, as in all of them. */
export interface CbcRecipe extends KeyRecipe {
  readonly kind: 'aes-cbc' | 'sm4-cbc';
  /** `prefixed`: the first 16 bytes of the data; otherwise the same one for every call. */
  readonly iv: Secret | 'prefixed';
  readonly ivEncoding: TextEncoding;
}

/** ECB with PKCS#7 padding: equal blocks look equal and may be moved about. For a center that knows nothing better. */
export interface EcbRecipe extends KeyRecipe {
  readonly kind: 'aes-ecb';
}

/** GCM: 12 bytes of iv, the cipher text, 16 bytes of tag. The only recipe that notices every changed byte. */
export interface GcmRecipe extends KeyRecipe {
  readonly kind: 'aes-gcm';
}

export type CipherRecipe = { readonly kind: 'none' } | CbcRecipe | EcbRecipe | GcmRecipe | DecryptFunction;

/** The body of a callback cannot be opened. The message says why to an operator and holds nothing of the body. */
export class CipherError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CipherError';
  }
}
