import { createDecipheriv } from 'node:crypto';
import { InputError } from '../errors.ts';
import { isJsonObject } from '../protocol/null-is-absent.ts';
import type { AesCbcRecipe, Cipher } from './cipher.ts';
import { DATA_FIELD } from './cipher.ts';
import { CipherError } from './cipher-error.ts';
import { decodeText } from './decode-text.ts';
import { parseJson } from './parse-json.ts';

/** Also the size of an iv. */
export const AES_BLOCK_BYTES = 16;
const ALGORITHMS = new Map([
  [16, 'aes-128-cbc'],
  [24, 'aes-192-cbc'],
  [32, 'aes-256-cbc'],
]);
export const AES_KEY_BYTES = [...ALGORITHMS.keys()];

/**
 * CBC has no integrity: whoever learns whether a changed cipher text still opens can read and write it. So every
 * failure from here to the checked parameters is answered alike (`oracleSafe` false).
 */
export function createAesCbcCipher(recipe: AesCbcRecipe): Cipher {
  const key = decodeText(recipe.key.reveal(), recipe.keyEncoding);
  if (key === undefined || !ALGORITHMS.has(key.length)) {
    throw new InputError('ERR_CONFIG_INVALID', `the AES key must be 16, 24 or 32 bytes in ${recipe.keyEncoding}`);
  }
  const fixedIv = recipe.iv === 'prefixed' ? undefined : decodeText(recipe.iv.reveal(), recipe.ivEncoding);
  if (recipe.iv !== 'prefixed' && fixedIv?.length !== AES_BLOCK_BYTES) {
    throw new InputError('ERR_CONFIG_INVALID', `the AES iv must be 16 bytes in ${recipe.ivEncoding}`);
  }
  const open = (text: unknown) => {
    const data = typeof text === 'string' ? decodeText(text.trim(), recipe.dataEncoding) : undefined;
    if (data === undefined) throw new CipherError(`the cipher text is missing or not in ${recipe.dataEncoding}`);
    const iv = fixedIv ?? data.subarray(0, AES_BLOCK_BYTES);
    const blocks = fixedIv === undefined ? data.subarray(AES_BLOCK_BYTES) : data;
    return parseJson(removePadding(decryptBlocks(key, iv, blocks)));
  };
  const { body: place } = recipe;
  const field = place === 'raw' ? DATA_FIELD : place.field;
  return {
    oracleSafe: false,
    accepts: (mediaType) => place === 'raw' || mediaType === 'application/json',
    decrypt: (body) => open(place === 'raw' ? Buffer.from(body).toString('latin1') : readField(parseJson(body), field)),
    decryptQuery: (query) => open(query.get(field)),
  };
}

function readField(json: unknown, field: string): unknown {
  return isJsonObject(json) && Object.hasOwn(json, field) ? json[field] : undefined;
}

/**
 * AES-CBC over whole blocks, without padding (NIST SP 800-38A, 6.2); the key size chooses the AES.
 * @throws {CipherError} the data is no whole number of blocks, or none
 */
export function decryptBlocks(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const algorithm = ALGORITHMS.get(key.length);
  if (
    algorithm === undefined ||
    iv.length !== AES_BLOCK_BYTES ||
    data.length === 0 ||
    data.length % AES_BLOCK_BYTES !== 0
  ) {
    throw new CipherError('the cipher text is not a whole number of blocks');
  }
  const decipher = createDecipheriv(algorithm, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(data), decipher.final()]);
}

/**
 * PKCS#7 (RFC 5652, 6.3). Looks at the whole last block whatever it finds, so that the time says nothing of it.
 * @throws {CipherError} the padding is none: another key or iv, or a changed text
 */
function removePadding(data: Uint8Array): Uint8Array {
  const size = data.at(-1) ?? 0;
  let wrong = size < 1 || size > AES_BLOCK_BYTES ? 1 : 0;
  for (let back = 1; back <= AES_BLOCK_BYTES; back++) {
    wrong |= back <= size ? (data.at(-back) ?? 0) ^ size : 0;
  }
  if (wrong !== 0) throw new CipherError('the padding is wrong: another key or iv, or a changed text');
  return data.subarray(0, data.length - size);
}
