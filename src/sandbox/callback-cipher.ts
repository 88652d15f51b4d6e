import { createCipheriv, getCiphers, randomBytes } from 'node:crypto';
import { InputError } from '../errors.ts';

/**
 * How the parameters of a button callback are encrypted. The spec says "a symmetric cipher" and no more, so there are
 * the usual ones. The plain text is the UTF-8 JSON of the parameters; `{"data":"<cipher text>"}` is the body, or
 * `data=<cipher text>` the query of a GET.
 */
export type CallbackCipher = 'none' | { readonly kind: 'none' } | CbcCipher | EcbCipher | GcmCipher;

interface KeyedCipher {
  /** 16, 24 or 32 bytes, which choose the AES; 16 for SM4. */
  readonly key: string;
  /** Default: `base64`. */
  readonly keyEncoding?: Encoding;
  /** How the cipher text is written. Default: `base64`. */
  readonly dataEncoding?: 'base64' | 'hex';
  /** The field that holds the cipher text. Default: `{ field: 'data' }`. */
  readonly body?: { readonly field: string };
}

/** PKCS#7 padding. The iv is fixed, or random and in front of the cipher text. */
interface CbcCipher extends KeyedCipher {
  readonly kind: 'aes-cbc' | 'sm4-cbc';
  /** 16 bytes; exactly when `ivPrefixed` is not true. */
  readonly iv?: string;
  /** Default: `base64`. */
  readonly ivEncoding?: Encoding;
  readonly ivPrefixed?: boolean;
}

/** PKCS#7 padding, no iv. */
interface EcbCipher extends KeyedCipher {
  readonly kind: 'aes-ecb';
}

/** 12 random bytes of iv, the cipher text, 16 bytes of tag; nothing else is authenticated. */
interface GcmCipher extends KeyedCipher {
  readonly kind: 'aes-gcm';
}

type Encoding = 'base64' | 'hex' | 'utf8';

/** Gives the fields that are sent in place of the parameters. */
export type SealParameters = (parameters: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;

/**
 * Makes the function that turns the four parameters into the fields of the JSON body, or of the query, that is sent.
 * @throws {InputError} `ERR_CONFIG_INVALID`: key or iv have no length that the cipher takes, or this Node.js lacks it
 */
export function createSealParameters(cipher: CallbackCipher): SealParameters {
  if (cipher === 'none' || cipher.kind === 'none') return (parameters) => parameters;
  const encrypt = createEncrypt(cipher);
  const { dataEncoding = 'base64', body: { field } = { field: 'data' } } = cipher;
  return (parameters) => ({ [field]: encrypt(JSON.stringify(parameters)).toString(dataEncoding) });
}

function createEncrypt(cipher: CbcCipher | EcbCipher | GcmCipher): (text: string) => Buffer {
  const key = readKey(cipher);
  if (cipher.kind === 'aes-gcm') return (text) => encryptGcm(key, text);
  const algorithm = cipher.kind === 'sm4-cbc' ? cipher.kind : cipher.kind.replace('aes', `aes-${key.length * 8}`);
  if (!getCiphers().includes(algorithm)) refuse(`the OpenSSL of this Node.js has no ${algorithm}`);
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

function readKey({ kind, key, keyEncoding = 'base64' }: CbcCipher | EcbCipher | GcmCipher): Buffer {
  const bytes = Buffer.from(key, keyEncoding);
  const lengths = kind === 'sm4-cbc' ? [16] : [16, 24, 32];
  if (lengths.includes(bytes.length)) return bytes;
  return refuse(`callbackCipher.key must be the ${keyEncoding} form of ${lengths.join(', ')} bytes for ${kind}`);
}

/** Undefined: a random one in front of every cipher text. */
function readIv({ iv, ivEncoding = 'base64', ivPrefixed = false }: CbcCipher): Buffer | undefined {
  const bytes = iv === undefined ? undefined : Buffer.from(iv, ivEncoding);
  const isRight = ivPrefixed ? bytes === undefined : bytes?.length === 16;
  if (isRight) return bytes;
  return refuse(`callbackCipher takes either iv, the ${ivEncoding} form of 16 bytes, or ivPrefixed: true`);
}

function refuse(message: string): never {
  throw new InputError('ERR_CONFIG_INVALID', message);
}
