import type { Cipher, CipherRecipe, DecryptFunction } from './cipher.ts';
import { DATA_FIELD } from './cipher.ts';
import { createAesCbcCipher } from './cipher-aes-cbc.ts';
import { createPlainCipher } from './cipher-none.ts';

/** @throws {InputError} `ERR_CONFIG_INVALID`: key or iv have the wrong length or encoding; nothing of them is told */
export function createCipher(recipe: CipherRecipe): Cipher {
  if (typeof recipe === 'function') return createHostCipher(recipe);
  return recipe.kind === 'none' ? createPlainCipher() : createAesCbcCipher(recipe);
}

/** Nothing is known about the host's function, so nothing about its failures is told. */
function createHostCipher(decrypt: DecryptFunction): Cipher {
  return {
    oracleSafe: false,
    accepts: () => true,
    decrypt,
    decryptQuery: (query, headers) => decrypt(Buffer.from(query.get(DATA_FIELD) ?? ''), headers),
  };
}
