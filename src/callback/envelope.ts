import { isJsonObject } from '../protocol/fields.ts';
import type { Cipher, EnvelopeRecipe } from './cipher.ts';
import { CipherError } from './cipher.ts';
import { decodeText } from './decode-text.ts';
import { parseJson } from './parse-json.ts';

/** In a GET the cipher text stands in this query field, unless the recipe names a field of the body. */
export const DATA_FIELD = 'data';

const LINE_END = /\r?\n$/;

/**
 * Takes the cipher text out of a body or a query, opens it, and reads the JSON in it.
 * @param open from the bytes of the cipher text to those of the plain text; throws when they are none
 */
export function createEnvelopeCipher(
  { body: place, dataEncoding }: EnvelopeRecipe,
  oracleSafe: boolean,
  open: (data: Uint8Array) => Uint8Array,
): Cipher {
  const field = place === 'raw' ? DATA_FIELD : place.field;
  const read = (text: unknown) => parseJson(open(readData(text, dataEncoding)));
  return {
    oracleSafe,
    accepts: (mediaType) => place === 'raw' || mediaType === 'application/json',
    decrypt: (body) => read(place === 'raw' ? Buffer.from(body).toString('latin1') : readField(parseJson(body), field)),
    decryptQuery: (query) => read(query.get(field)),
  };
}

function readField(json: unknown, field: string): unknown {
  return isJsonObject(json) && Object.hasOwn(json, field) ? json[field] : undefined;
}

function readData(text: unknown, encoding: EnvelopeRecipe['dataEncoding']): Uint8Array {
  const written = typeof text === 'string' ? text : '';
  const data = decodeText(written.replace(LINE_END, ''), encoding);
  if (data === undefined || data.length === 0) {
    throw new CipherError(`the cipher text is missing or not in ${encoding}`);
  }
  // Bytes have one spelling, so that a changed text never stands for the same data: no stray bits, no mixed cases, and
  // nothing but a line end behind it.
  const spelled = Buffer.from(data).toString(encoding);
  const other = encoding === 'hex' ? spelled.toUpperCase() : spelled.replace(/=+$/, '');
  if (![other, spelled, `${spelled}\n`, `${spelled}\r\n`].includes(written)) {
    throw new CipherError(`the cipher text is not canonical ${encoding}`);
  }
  return data;
}
