import { createCbcCipher, createEcbCipher } from './block-cipher.ts';
import { type Cipher, CipherError, type CipherRecipe, type DecryptFunction } from './cipher.ts';
import { createGcmCipher } from './cipher-gcm.ts';
import { DATA_FIELD } from './envelope.ts';
import { parseJson } from './parse-json.ts';

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

/** Parameters in the clear: a JSON body, or the query of a GET. For a center that sends them so, and for development. */
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
  // Two readers could take two different ones of them.
  if (new Set(names).size < names.length) throw new CipherError('a parameter occurs twice in the query');
  return Object.fromEntries(query);
}
