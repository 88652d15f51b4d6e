import { answerInTime } from '../../host/with-timeout.ts';
import { type Cipher, CipherError, type CipherRecipe, type DecryptFunction } from './cipher.ts';
import { DATA_FIELD, parseJson } from './envelope.ts';
import { createCbcCipher, createEcbCipher, createGcmCipher } from './keyed-ciphers.ts';

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
