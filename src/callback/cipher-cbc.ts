import { InputError } from '../errors.ts';
import { BLOCK_BYTES, decryptBlocks, readKey, removePadding } from './block-cipher.ts';
import type { CbcRecipe, Cipher } from './cipher.ts';
import { decodeText } from './decode-text.ts';
import { createEnvelopeCipher } from './envelope.ts';

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
