import { decryptBlocks, readKey, removePadding } from './block-cipher.ts';
import type { Cipher, EcbRecipe } from './cipher.ts';
import { createEnvelopeCipher } from './envelope.ts';

/**
 * ECB hides neither which blocks are equal nor that they were moved, and has no integrity: all failures look alike.
 * @throws {InputError} `ERR_CONFIG_INVALID`: the key cannot be used
 */
export function createEcbCipher(recipe: EcbRecipe): Cipher {
  const key = readKey(recipe.kind, recipe.key, recipe.keyEncoding);
  return createEnvelopeCipher(recipe, false, (data) => removePadding(decryptBlocks(recipe.kind, key, null, data)));
}
