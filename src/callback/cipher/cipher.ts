import type { Secret } from '../../secret.ts';

/** Decrypts the body of a button callback. The spec names no cipher, so the host configures a recipe or a function. */
export interface Cipher {
  /** Whether the answer may say what exactly is wrong. False for ciphers without integrity (padding oracle). */
  readonly oracleSafe: boolean;
  /** @param mediaType lower case, without parameters; empty if the header is missing */
  accepts(mediaType: string): boolean;
  /** Returns the parameters, not yet checked. @throws if the body cannot be decrypted */
  decrypt(body: Uint8Array, headers: Headers): unknown;
  /** The same for a GET, where the query contains the parameters or the cipher text. @throws as `decrypt` */
  decryptQuery(query: URLSearchParams, headers: Headers): unknown;
}

/** Returns the parameters of a call, or a promise of them. Throws if the body cannot be decrypted. */
export type DecryptFunction = (body: Uint8Array, headers: Headers) => unknown;

/** Encoding of bytes as text. */
export type TextEncoding = 'base64' | 'hex' | 'utf8';

/** Location and encoding of the cipher text. */
export interface EnvelopeRecipe {
  readonly dataEncoding: 'base64' | 'hex';
  /** `raw`: the body is the cipher text; otherwise it is a JSON object with the cipher text in this field. */
  readonly body: 'raw' | { readonly field: string };
}

interface KeyRecipe extends EnvelopeRecipe {
  readonly key: Secret;
  readonly keyEncoding: TextEncoding;
}

/** CBC with PKCS#7 padding; the key size selects the AES variant. The plain text of all recipes is JSON in UTF-8. */
export interface CbcRecipe extends KeyRecipe {
  readonly kind: 'aes-cbc' | 'sm4-cbc';
  /** `prefixed`: the first 16 bytes of the data; otherwise a fixed iv for all calls. */
  readonly iv: Secret | 'prefixed';
  readonly ivEncoding: TextEncoding;
}

/** ECB with PKCS#7 padding: equal blocks are visible and blocks can be moved. Only for centers that support nothing else. */
export interface EcbRecipe extends KeyRecipe {
  readonly kind: 'aes-ecb';
}

/** GCM: 12 bytes of iv, the cipher text, 16 bytes of tag. The only recipe that detects every change. */
export interface GcmRecipe extends KeyRecipe {
  readonly kind: 'aes-gcm';
}

export type CipherRecipe = { readonly kind: 'none' } | CbcRecipe | EcbRecipe | GcmRecipe | DecryptFunction;

/** The body of a callback cannot be decrypted. The message gives the reason for the log and contains nothing of the body. */
export class CipherError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CipherError';
  }
}
