import * as z from 'zod';
import { text } from './field-schemas.ts';

/**
 * How the parameters of a button callback are encrypted. The spec says only "a symmetric cipher", so the usual ones are
 * built in, and a function can provide any other. The plain text is the UTF-8 JSON of the parameters; the body is
 * `{"data":"<cipher text>"}`, or as `body` says, and the query of a GET `data=<cipher text>`.
 */
export type CallbackCipher = 'none' | { readonly kind: 'none' } | KeyedCallbackCipher | EncryptFunction;

/** A cipher with a key that both sides share. */
export type KeyedCallbackCipher = CbcCipher | EcbCipher | GcmCipher;

/**
 * A custom cipher: takes the JSON of the parameters and returns the cipher text, sent as body or, in a GET, as `data`
 * in the query; with additional headers if needed, such as for an iv or the content type.
 */
export type EncryptFunction = (
  text: string,
) => string | { readonly text: string; readonly headers: Readonly<Record<string, string>> };

/** Options of all ciphers with a key. */
export interface KeyedCipher {
  /** 16, 24 or 32 bytes, for AES-128, -192 or -256; 16 bytes for SM4. */
  readonly key: string;
  /** Default: `base64`. */
  readonly keyEncoding?: CipherEncoding;
  /** Encoding of the cipher text. Default: `base64`. */
  readonly dataEncoding?: 'base64' | 'hex';
  /** `raw`: the body is the cipher text; else the JSON field that contains it. Default: `{ field: 'data' }`. */
  readonly body?: 'raw' | { readonly field: string };
}

/** PKCS#7 padding. The iv is fixed, or random and prepended to the cipher text. */
export interface CbcCipher extends KeyedCipher {
  /** AES with the size of the key, or SM4. */
  readonly kind: 'aes-cbc' | 'sm4-cbc';
  /** 16 bytes; required unless `ivPrefixed` is true, and not allowed with it. */
  readonly iv?: string;
  /** Default: `base64`. */
  readonly ivEncoding?: CipherEncoding;
  /** True: a random iv is prepended to every cipher text. Default: false. */
  readonly ivPrefixed?: boolean;
}

/** PKCS#7 padding, no iv. */
export interface EcbCipher extends KeyedCipher {
  /** AES with the size of the key. */
  readonly kind: 'aes-ecb';
}

/** 12 random bytes of iv, the cipher text, 16 bytes of tag; no additional authenticated data. */
export interface GcmCipher extends KeyedCipher {
  /** AES with the size of the key. */
  readonly kind: 'aes-gcm';
}

/** How the bytes of a key or an iv are encoded as text. */
export type CipherEncoding = 'base64' | 'hex' | 'utf8';

const encoding = z.enum(['base64', 'hex', 'utf8']).optional();

const keyed = {
  key: text,
  keyEncoding: encoding,
  dataEncoding: z.enum(['base64', 'hex']).optional(),
  body: z
    .union([z.literal('raw'), z.strictObject({ field: text })], { error: 'must be "raw" or { field }' })
    .optional(),
} satisfies Record<keyof KeyedCipher, z.ZodType>;

const encrypt = z.custom<EncryptFunction>((value) => typeof value === 'function', { error: 'must be a function' });

const cbc = {
  ...keyed,
  iv: text.optional(),
  ivEncoding: encoding,
  ivPrefixed: z.boolean().optional(),
} satisfies Record<keyof Omit<CbcCipher, 'kind'>, z.ZodType>;

/** The lengths of key and iv are checked by `createSealParameters`. */
export const callbackCipher = z.preprocess(
  (given) => {
    if (typeof given === 'function') return { kind: 'function', encrypt: given };
    return given === 'none' ? { kind: 'none' } : given;
  },
  z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('none') }),
      z.strictObject({ kind: z.literal('aes-cbc'), ...cbc }),
      z.strictObject({ kind: z.literal('sm4-cbc'), ...cbc }),
      z.strictObject({ kind: z.literal('aes-ecb'), ...keyed }),
      z.strictObject({ kind: z.literal('aes-gcm'), ...keyed }),
      z.strictObject({ kind: z.literal('function'), encrypt }).transform((given) => given.encrypt),
    ],
    { error: 'must be "none", or an object whose kind is one of none, aes-gcm, aes-cbc, sm4-cbc, aes-ecb' },
  ),
);
