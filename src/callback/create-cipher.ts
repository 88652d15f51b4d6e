import type { Cipher, CipherRecipe, DecryptFunction } from './cipher.ts';
import { createCbcCipher } from './cipher-cbc.ts';
import { createEcbCipher } from './cipher-ecb.ts';
import { createGcmCipher } from './cipher-gcm.ts';
import { createPlainCipher } from './cipher-none.ts';
import { DATA_FIELD } from './envelope.ts';

/** @throws {InputError} `ERR_CONFIG_INVALID`: key or iv have the wrong length or encoding; nothing of them is told */
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

/** Nothing is known about the host's function, so nothing about its failures is told. */
function createHostCipher(decrypt: DecryptFunction): Cipher {
  return {
    oracleSafe: false,
    accepts: () => true,
    decrypt,
    decryptQuery: (query, headers) => decrypt(Buffer.from(query.get(DATA_FIELD) ?? ''), headers),
  };
}
