import { createDecipheriv, getCiphers } from 'node:crypto';
import { InputError } from '../errors.ts';
import type { Secret } from '../secret.ts';
import { type CbcRecipe, type Cipher, CipherError, type EcbRecipe } from './cipher.ts';
import { decodeText, type TextEncoding } from './decode-text.ts';
import { createEnvelopeCipher } from './envelope.ts';

/** AES and SM4 alike; also the size of an iv for CBC. */
export const BLOCK_BYTES = 16;

const AES_KEY_BYTES = [16, 24, 32] as const;
/** What keys a recipe takes. */
export const KEY_BYTES = {
  'aes-cbc': AES_KEY_BYTES,
  'aes-ecb': AES_KEY_BYTES,
  'aes-gcm': AES_KEY_BYTES,
  'sm4-cbc': [16],
} as const satisfies Record<string, readonly number[]>;
export type KeyedKind = keyof typeof KEY_BYTES;

/**
 * Why a recipe cannot run here at all, in words for whoever set it; undefined: it can.
 * SM4 comes with the OpenSSL of the official builds of Node.js 20, 22 and 24; builds with another library, and
 * OpenSSL in FIPS mode, lack it.
 */
export function whyUnavailable(kind: KeyedKind): string | undefined {
  const names = getCiphers();
  const isThere = KEY_BYTES[kind].every((bytes) => names.includes(algorithmOf(kind, bytes)));
  if (isThere) return undefined;
  return `the OpenSSL of this Node.js has no ${kind}: use an official build of Node.js, or pass a function as cipher`;
}

/** OpenSSL's name; the size of the key chooses the AES. */
export function algorithmOf(kind: KeyedKind, keyBytes: number): string {
  return kind === 'sm4-cbc' ? kind : kind.replace('aes-', `aes-${keyBytes * 8}-`);
}

/** @throws {InputError} `ERR_CONFIG_INVALID`: not in that encoding or of another length, or the runtime lacks the cipher */
export function readKey(kind: KeyedKind, secret: Secret, encoding: TextEncoding): Uint8Array {
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
 * Decrypts whole blocks and takes nothing away from them.
 * @param iv null for ECB
 * @throws {CipherError} the data is no whole number of blocks, or none
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
 * PKCS#7 (RFC 5652, 6.3). Looks at the whole last block whatever it finds, so that the time says nothing of it.
 * @throws {CipherError} the padding is none: another key or iv, or a changed text
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
 * CBC has no integrity: whoever learns whether a changed cipher text still opens can read and write it. So every
 * failure from here to the checked parameters is answered alike (`oracleSafe` false).
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
 * ECB hides neither which blocks are equal nor that they were moved, and has no integrity: all failures look alike.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the key cannot be used
 */
export function createEcbCipher(recipe: EcbRecipe): Cipher {
  const key = readKey(recipe.kind, recipe.key, recipe.keyEncoding);
  return createEnvelopeCipher(recipe, false, (data) => removePadding(decryptBlocks(recipe.kind, key, null, data)));
}
