import type { Cipher } from './cipher.ts';
import { CipherError } from './cipher-error.ts';
import { parseJson } from './parse-json.ts';

/** Parameters in the clear: a JSON body, or the query of a GET. For a center that sends them so, and for development. */
export function createPlainCipher(): Cipher {
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
