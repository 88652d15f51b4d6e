import { createDecipheriv, getCiphers } from 'node:crypto';
import { InputError } from '../../errors.ts';
import { answerInTime } from '../../host/with-timeout.ts';
import type { Secret } from '../../secret.ts';
import {
  type CbcRecipe,
  type Cipher,
  CipherError,
  type CipherRecipe,
  createEnvelopeCipher,
  DATA_FIELD,
  type DecryptFunction,
  decodeText,
  type EcbRecipe,
  type GcmRecipe,
  parseJson,
  type TextEncoding,
} from './cipher.ts';

/** @throws {InputError} `ERR_CONFIG_INVALID`: key or iv has the wrong length or encoding; the message does not contain them */
export function createCipher(recipe: CipherRecipe): Cipher {
  if (typeof recipe === 'function') return createHostCipher(recipe);
  switch (recipe.kind) {
    case 'none':
      return createPlainCipher();
    case 'aes-cbc':
    case 'sm4-cbc':
      return createCbcCipher(recipe);
    case 'aes-ecb':
      return createEcbCipher(recipe);
    case 'aes-gcm':
      return createGcmCipher(recipe);
  }
}

/** Whether the cipher of the host has integrity is unknown, so all failures get the same answer. */
function createHostCipher(decrypt: DecryptFunction): Cipher {
  return {
    oracleSafe: false,
    accepts: () => true,
    decrypt: (body, headers) => answerInTime(() => decrypt(body, headers)),
    decryptQuery: (query, headers) => answerInTime(() => decrypt(Buffer.from(query.get(DATA_FIELD) ?? ''), headers)),
  };
}

/** Unencrypted parameters: a JSON body, or the query of a GET. */
function createPlainCipher(): Cipher {
  return {
    oracleSafe: true,
    accepts: (mediaType) => mediaType === 'application/json',
    decrypt: (body) => parseJson(body),
    decryptQuery: readQuery,
  };
}

function readQuery(query: URLSearchParams): Record<string, string> {
  const names = [...query.keys()];
  // Different readers would take different values.
  if (new Set(names).size < names.length) throw new CipherError('a parameter occurs twice in the query');
  return Object.fromEntries(query);
}

/** Block size of AES and SM4; also the size of the iv of CBC. */
export const BLOCK_BYTES = 16;

const AES_KEY_BYTES = [16, 24, 32] as const;
/** Allowed key sizes of each recipe, in bytes. */
export const KEY_BYTES = {
  'aes-cbc': AES_KEY_BYTES,
  'aes-ecb': AES_KEY_BYTES,
  'aes-gcm': AES_KEY_BYTES,
  'sm4-cbc': [16],
} as const satisfies Record<string, readonly number[]>;
export type KeyedKind = keyof typeof KEY_BYTES;

/**
 * Returns a message if this Node.js does not support the cipher, otherwise undefined.
 * The OpenSSL of the official builds of Node.js 20, 22 and 24 supports SM4; other crypto libraries, and OpenSSL in FIPS
 * mode, do not.
 */
export function whyUnavailable(kind: KeyedKind): string | undefined {
  const names = getCiphers();
  const isSupported = KEY_BYTES[kind].every((bytes) => names.includes(algorithmOf(kind, bytes)));
  if (isSupported) return undefined;
  return `the OpenSSL of this Node.js has no ${kind}: use an official build of Node.js, or pass a function as cipher`;
}

/** Name of the cipher in OpenSSL; the key size selects the AES variant. */
function algorithmOf(kind: KeyedKind, keyBytes: number): string {
  return kind === 'sm4-cbc' ? kind : kind.replace('aes-', `aes-${keyBytes * 8}-`);
}

/** @throws {InputError} `ERR_CONFIG_INVALID`: wrong encoding or length, or this Node.js does not support the cipher */
function readKey(kind: KeyedKind, secret: Secret, encoding: TextEncoding): Uint8Array {
  const key = decodeText(secret.reveal(), encoding);
  const sizes: readonly number[] = KEY_BYTES[kind];
  if (key === undefined || !sizes.includes(key.length)) {
    throw new InputError('ERR_CONFIG_INVALID', `the ${kind} key must be ${sizes.join(', ')} bytes in ${encoding}`);
  }
  const problem = whyUnavailable(kind);
  if (problem !== undefined) throw new InputError('ERR_CONFIG_INVALID', problem);
  return key;
}

/**
 * Decrypts whole blocks without removing the padding.
 * @param iv null for ECB
 * @throws {CipherError} the data is empty or not a whole number of blocks
 */
export function decryptBlocks(
  kind: 'aes-cbc' | 'aes-ecb' | 'sm4-cbc',
  key: Uint8Array,
  iv: Uint8Array | null,
  data: Uint8Array,
): Uint8Array {
  const isWhole = data.length > 0 && data.length % BLOCK_BYTES === 0;
  if (!isWhole || (iv !== null && iv.length !== BLOCK_BYTES)) {
    throw new CipherError('the cipher text is not a whole number of blocks');
  }
  const decipher = createDecipheriv(algorithmOf(kind, key.length), key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(data), decipher.final()]);
}

/**
 * Removes PKCS#7 padding (RFC 5652, 6.3). Always checks the whole last block, so that the duration reveals nothing about it.
 * @throws {CipherError} the padding is invalid: wrong key or iv, or a changed text
 */
function removePadding(data: Uint8Array): Uint8Array {
  const size = data.at(-1) ?? 0;
  let wrong = size < 1 || size > BLOCK_BYTES ? 1 : 0;
  for (let back = 1; back <= BLOCK_BYTES; back++) {
    wrong |= back <= size ? (data.at(-back) ?? 0) ^ size : 0;
  }
  if (wrong !== 0) throw new CipherError('the padding is wrong: another key or iv, or a changed text');
  return data.subarray(0, data.length - size);
}

/**
 * CBC has no integrity: an attacker who learns whether a changed cipher text still decrypts can read and forge texts
 * (padding oracle). So all failures up to the check of the parameters get the same answer (`oracleSafe` false).
 * @throws {InputError} `ERR_CONFIG_INVALID`: key or iv cannot be used
 */
export function createCbcCipher(recipe: CbcRecipe): Cipher {
  const { kind } = recipe;
  const key = readKey(kind, recipe.key, recipe.keyEncoding);
  const fixedIv = recipe.iv === 'prefixed' ? undefined : decodeText(recipe.iv.reveal(), recipe.ivEncoding);
  if (recipe.iv !== 'prefixed' && fixedIv?.length !== BLOCK_BYTES) {
    throw new InputError('ERR_CONFIG_INVALID', `the ${kind} iv must be ${BLOCK_BYTES} bytes in ${recipe.ivEncoding}`);
  }
  return createEnvelopeCipher(recipe, false, (data) => {
    const iv = fixedIv ?? data.subarray(0, BLOCK_BYTES);
    const blocks = fixedIv === undefined ? data.subarray(BLOCK_BYTES) : data;
    return removePadding(decryptBlocks(kind, key, iv, blocks));
  });
}

/**
 * ECB shows which blocks are equal, does not detect moved blocks, and has no integrity: all failures get the same answer.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the key cannot be used
 */
export function createEcbCipher(recipe: EcbRecipe): Cipher {
  const key = readKey(recipe.kind, recipe.key, recipe.keyEncoding);
  return createEnvelopeCipher(recipe, false, (data) => removePadding(decryptBlocks(recipe.kind, key, null, data)));
}

/** The recommended size (NIST SP 800-38D, 5.2.1.1). */
const GCM_IV_BYTES = 12;
/** The full tag; a shorter one is easier to forge. */
const TAG_BYTES = 16;

/**
 * The data is iv, cipher text, tag, in this order. A changed text cannot be decrypted, so a decrypted one was sent by an
 * owner of the key, and the answer may name the wrong parameter (`oracleSafe`).
 * @throws {InputError} `ERR_CONFIG_INVALID`: the key cannot be used
 */
export function createGcmCipher(recipe: GcmRecipe): Cipher {
  const key = readKey(recipe.kind, recipe.key, recipe.keyEncoding);
  return createEnvelopeCipher(recipe, true, (data) => decryptGcm(key, data));
}

/**
 * Decrypts AES-GCM without associated data (NIST SP 800-38D).
 * @throws {CipherError} the data is too short, or the tag does not match the text and the key
 */
export function decryptGcm(key: Uint8Array, data: Uint8Array): Uint8Array {
  if (data.length < GCM_IV_BYTES + TAG_BYTES) throw new CipherError('the cipher text is too short for iv and tag');
  const iv = data.subarray(0, GCM_IV_BYTES);
  const end = data.length - TAG_BYTES;
  const decipher = createDecipheriv(algorithmOf('aes-gcm', key.length) as 'aes-256-gcm', key, iv, {
    authTagLength: TAG_BYTES,
  }).setAuthTag(data.subarray(end));
  const text = decipher.update(data.subarray(GCM_IV_BYTES, end));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    throw new CipherError('the tag is wrong: another key, or a changed text');
  }
}
