import type { DecryptFunction } from '../callback/cipher.ts';
import type { TextEncoding } from '../callback/decode-text.ts';

/**
 * How the parameters of callbacks are encrypted; the spec says "a symmetric cipher" and no more. The plain text is JSON
 * in UTF-8. Only `aes-gcm` notices every changed byte. `aes-ecb` is for a center that offers nothing else: start-up
 * warns of it.
 */
export type CipherOptions =
  | { readonly kind: 'none' }
  | AesCbcOptions
  | AesEcbOptions
  | AesGcmOptions
  | Sm4CbcOptions
  | DecryptFunction;

/** What all ciphers with a key take. */
export interface KeyedOptions {
  /** As many bytes as the cipher takes, written in `keyEncoding`. */
  readonly key: string;
  /** How the key is written. Default: `base64`. */
  readonly keyEncoding?: TextEncoding;
  /** How the cipher text is written. Default: `base64`. */
  readonly dataEncoding?: 'base64' | 'hex';
  /** `raw`: the body is the cipher text; else the field of a JSON body that holds it. Default: `{ field: 'data' }`. */
  readonly body?: 'raw' | { readonly field: string };
}

/** What ciphers in CBC mode take. */
export interface CbcOptions extends KeyedOptions {
  /** 16 bytes, the same for every call; left out exactly when `ivPrefixed` is true. */
  readonly iv?: string;
  /** How the iv is written. Default: `base64`. */
  readonly ivEncoding?: TextEncoding;
  /** True: the iv is the first 16 bytes of the data. Default: false. */
  readonly ivPrefixed?: boolean;
}

/** AES-CBC with PKCS#7 padding. The key has 16, 24 or 32 bytes, which choose AES-128, -192 or -256. */
export interface AesCbcOptions extends CbcOptions {
  /** Names the recipe. */
  readonly kind: 'aes-cbc';
}

/** SM4-CBC (GB/T 32907) with PKCS#7 padding. The key has 16 bytes. Refused where the OpenSSL of Node.js lacks SM4. */
export interface Sm4CbcOptions extends CbcOptions {
  /** Names the recipe. */
  readonly kind: 'sm4-cbc';
}

/** AES-ECB with PKCS#7 padding and no iv. The key has 16, 24 or 32 bytes. */
export interface AesEcbOptions extends KeyedOptions {
  /** Names the recipe. */
  readonly kind: 'aes-ecb';
}

/**
 * AES-GCM without associated data; the data is 12 bytes of iv, the cipher text and 16 bytes of tag. The key has 16, 24
 * or 32 bytes. There is no fixed iv: two texts under one iv would give away both, and the key that makes the tags.
 */
export interface AesGcmOptions extends KeyedOptions {
  /** Names the recipe. */
  readonly kind: 'aes-gcm';
  /** May be said, and is always so. */
  readonly ivPrefixed?: true;
}
