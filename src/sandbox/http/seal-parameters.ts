import { createCipheriv, getCiphers, randomBytes } from 'node:crypto';
import { InputError } from '../../errors.ts';
import type { CallbackCipher, CbcCipher, EncryptFunction, KeyedCallbackCipher } from '../setup/callback-cipher.ts';

/** What a call carries instead of the plain parameters. */
interface Sealed {
  /** Body of a POST or PUT. */
  readonly body: string;
  /** Headers for that body, at least its content type. */
  readonly headers: Readonly<Record<string, string>>;
  /** Query of a GET. */
  readonly query: Readonly<Record<string, string>>;
  /** Headers of a GET. */
  readonly queryHeaders: Readonly<Record<string, string>>;
}

export type SealParameters = (parameters: Readonly<Record<string, string>>) => Sealed;

const JSON_TYPE = { 'content-type': 'application/json;charset=utf-8' };
const TEXT_TYPE = { 'content-type': 'text/plain;charset=utf-8' };

/** Whether the cipher is a built-in one with a key. */
export function hasKey(cipher: CallbackCipher): cipher is KeyedCallbackCipher {
  return typeof cipher === 'object' && cipher.kind !== 'none';
}

/**
 * Creates the function that encrypts the four parameters for a call.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the length of key or iv is invalid, or this Node.js lacks the cipher
 */
export function createSealParameters(cipher: CallbackCipher): SealParameters {
  if (typeof cipher === 'function') return (parameters) => sealByHost(cipher, JSON.stringify(parameters));
  if (!hasKey(cipher)) return sealAsFields;
  const encrypt = createEncrypt(cipher);
  const { dataEncoding = 'base64', body: place = { field: 'data' } } = cipher;
  return (parameters) => {
    const data = encrypt(JSON.stringify(parameters)).toString(dataEncoding);
    if (place !== 'raw') return sealAsFields({ [place.field]: data });
    return { ...sealAsFields({ data }), body: data, headers: TEXT_TYPE };
  };
}

function sealAsFields(fields: Readonly<Record<string, string>>): Sealed {
  return { body: JSON.stringify(fields), headers: JSON_TYPE, query: fields, queryHeaders: {} };
}

function sealByHost(encrypt: EncryptFunction, plain: string): Sealed {
  const sealed = encrypt(plain);
  const { text, headers } = typeof sealed === 'string' ? { text: sealed, headers: {} } : sealed;
  return { body: text, headers: { ...TEXT_TYPE, ...headers }, query: { data: text }, queryHeaders: headers };
}

function createEncrypt(cipher: KeyedCallbackCipher): (text: string) => Buffer {
  const key = readKey(cipher);
  if (cipher.kind === 'aes-gcm') return (text) => encryptGcm(key, text);
  const algorithm = cipher.kind === 'sm4-cbc' ? cipher.kind : cipher.kind.replace('aes', `aes-${key.length * 8}`);
  if (!getCiphers().includes(algorithm)) refuse(`the OpenSSL of this Node.js does not support ${algorithm}`);
  const encrypt = (iv: Buffer | null, text: string) => {
    const blocks = createCipheriv(algorithm, key, iv);
    return Buffer.concat([blocks.update(text, 'utf8'), blocks.final()]);
  };
  if (cipher.kind === 'aes-ecb') return (text) => encrypt(null, text);
  const fixedIv = readIv(cipher);
  if (fixedIv !== undefined) return (text) => encrypt(fixedIv, text);
  return (text) => {
    const iv = randomBytes(16);
    return Buffer.concat([iv, encrypt(iv, text)]);
  };
}

function encryptGcm(key: Buffer, text: string): Buffer {
  const iv = randomBytes(12);
  const stream = createCipheriv(`aes-${key.length * 8}-gcm` as 'aes-256-gcm', key, iv);
  return Buffer.concat([iv, stream.update(text, 'utf8'), stream.final(), stream.getAuthTag()]);
}

function readKey({ kind, key, keyEncoding = 'base64' }: KeyedCallbackCipher): Buffer {
  const bytes = Buffer.from(key, keyEncoding);
  const lengths = kind === 'sm4-cbc' ? [16] : [16, 24, 32];
  if (lengths.includes(bytes.length)) return bytes;
  return refuse(`callbackCipher.key must be ${lengths.join(', ')} bytes for ${kind}, encoded as ${keyEncoding}`);
}

/** Undefined: a random iv is prepended to every cipher text. */
function readIv({ iv, ivEncoding = 'base64', ivPrefixed = false }: CbcCipher): Buffer | undefined {
  const bytes = iv === undefined ? undefined : Buffer.from(iv, ivEncoding);
  const isRight = ivPrefixed ? bytes === undefined : bytes?.length === 16;
  if (isRight) return bytes;
  return refuse(`callbackCipher needs either iv, 16 bytes encoded as ${ivEncoding}, or ivPrefixed: true`);
}

function refuse(message: string): never {
  throw new InputError('ERR_CONFIG_INVALID', message);
}
