import type { DecryptFunction, TextEncoding } from '../callback/cipher/cipher.ts';

/**
 * How the parameters of callbacks are encrypted; the spec only says "a symmetric cipher". The plain text is JSON in UTF-8.
 * Only `aes-gcm` detects every change. Use `aes-ecb` only if the center supports nothing else; start-up logs a warning.
 */
export type CipherOptions =
  | { readonly kind: 'none' }
  | AesCbcOptions
  | AesEcbOptions
  | AesGcmOptions
  | Sm4CbcOptions
  | DecryptFunction;

/** Options of all ciphers with a key. */
export interface KeyedOptions {
  /** The key in `keyEncoding`; its length depends on the cipher. */
  readonly key: string;
  /** Encoding of the key. Default: `base64`. */
  readonly keyEncoding?: TextEncoding;
  /** Encoding of the cipher text. Default: `base64`. */
  readonly dataEncoding?: 'base64' | 'hex';
  /** `raw`: the body is the cipher text; otherwise the field of a JSON body that contains it. Default: `{ field: 'data' }`. */
  readonly body?: 'raw' | { readonly field: string };
}

/** Options of ciphers in CBC mode. */
export interface CbcOptions extends KeyedOptions {
  /** A fixed iv of 16 bytes. Required unless `ivPrefixed` is true. */
  readonly iv?: string;
  /** Encoding of the iv. Default: `base64`. */
  readonly ivEncoding?: TextEncoding;
  /** True: the iv is the first 16 bytes of the data. Default: false. */
  readonly ivPrefixed?: boolean;
}

/** AES-CBC with PKCS#7 padding. The key has 16, 24 or 32 bytes, for AES-128, -192 or -256. */
export interface AesCbcOptions extends CbcOptions {
  /** Name of the cipher. */
  readonly kind: 'aes-cbc';
}

/** SM4-CBC (GB/T 32907) with PKCS#7 padding. The key has 16 bytes. Refused if the OpenSSL of this Node.js does not support SM4. */
export interface Sm4CbcOptions extends CbcOptions {
  /** Name of the cipher. */
  readonly kind: 'sm4-cbc';
}

/** AES-ECB with PKCS#7 padding and no iv. The key has 16, 24 or 32 bytes. */
export interface AesEcbOptions extends KeyedOptions {
  /** Name of the cipher. */
  readonly kind: 'aes-ecb';
}

/**
 * AES-GCM without associated data; the data is 12 bytes of iv, the cipher text and 16 bytes of tag. The key has 16, 24
 * or 32 bytes. A fixed iv is not possible: two texts with the same iv reveal both texts and the authentication key.
 */
export interface AesGcmOptions extends KeyedOptions {
  /** Name of the cipher. */
  readonly kind: 'aes-gcm';
  /** Optional; always true. */
  readonly ivPrefixed?: true;
}
