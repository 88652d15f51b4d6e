import { createCipheriv, randomBytes } from 'node:crypto';
import { InputError } from '../errors.ts';

/**
 * How the parameters of a button callback are encrypted. The spec says "a symmetric cipher" and no more.
 * `aes-cbc`: key of 16, 24 or 32 bytes, PKCS#7 padding, the UTF-8 JSON of the parameters as plain text, and
 * `{"data":"<base64>"}` as body, or `data=<base64>` as query of a GET. The iv is fixed, or random and in front of the cipher text.
 */
export type CallbackCipher =
  | 'none'
  | { readonly kind: 'none' }
  | {
      readonly kind: 'aes-cbc';
      /** Base64. */
      readonly key: string;
      /** Base64, 16 bytes; exactly when `ivPrefixed` is not true. */
      readonly iv?: string;
      readonly ivPrefixed?: boolean;
    };

/** Gives the fields that are sent in place of the parameters. */
export type SealParameters = (parameters: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;

/**
 * Makes the function that turns the four parameters into the fields of the JSON body, or of the query, that is sent.
 * @throws {InputError} `ERR_CONFIG_INVALID`: key or iv have no length that AES takes
 */
export function createSealParameters(cipher: CallbackCipher): SealParameters {
  if (cipher === 'none' || cipher.kind === 'none') return (parameters) => parameters;
  const key = Buffer.from(cipher.key, 'base64');
  if (![16, 24, 32].includes(key.length)) {
    throw new InputError('ERR_CONFIG_INVALID', 'callbackCipher.key must be the base64 form of 16, 24 or 32 bytes');
  }
  const fixedIv = cipher.iv === undefined ? undefined : Buffer.from(cipher.iv, 'base64');
  if ((fixedIv === undefined) !== (cipher.ivPrefixed === true) || (fixedIv !== undefined && fixedIv.length !== 16)) {
    const message = 'callbackCipher takes either iv, the base64 form of 16 bytes, or ivPrefixed: true';
    throw new InputError('ERR_CONFIG_INVALID', message);
  }
  return (parameters) => {
    const iv = fixedIv ?? randomBytes(16);
    const aes = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
    const encrypted = Buffer.concat([aes.update(JSON.stringify(parameters), 'utf8'), aes.final()]);
    const sent = fixedIv === undefined ? Buffer.concat([iv, encrypted]) : encrypted;
    return { data: sent.toString('base64') };
  };
}
