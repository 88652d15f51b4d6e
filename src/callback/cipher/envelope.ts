import { isJsonObject } from '../../protocol/fields.ts';
import { type Cipher, CipherError, type EnvelopeRecipe, type TextEncoding } from './cipher.ts';

/** Query field of the cipher text in a GET, unless the recipe names a field. */
export const DATA_FIELD = 'data';

const LINE_END = /\r?\n$/;

/**
 * Extracts the cipher text from a body or a query, decrypts it, and parses the JSON in it.
 * @param open decrypts the cipher text; throws {CipherError} if it cannot
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
  // Only the canonical spelling is accepted, so that a changed text never decodes to the same data: no stray bits, no
  // mixed case, and nothing after it except a line end.
  const spelled = Buffer.from(data).toString(encoding);
  const other = encoding === 'hex' ? spelled.toUpperCase() : spelled.replace(/(?<!=)=+$/, '');
  if (![other, spelled, `${spelled}\n`, `${spelled}\r\n`].includes(written)) {
    throw new CipherError(`the cipher text is not canonical ${encoding}`);
  }
  return data;
}

/** @throws {CipherError} without the message of the parser, which would quote the text */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new CipherError('it is not JSON in UTF-8');
  }
}

const FORMS = {
  // With or without padding, but of a valid length.
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/,
  hex: /^(?:[0-9A-Fa-f]{2})*$/,
};

/** Decodes a text; undefined if it is not valid in the encoding (Buffer would ignore invalid characters). */
export function decodeText(text: string, encoding: TextEncoding): Uint8Array | undefined {
  if (encoding !== 'utf8' && !FORMS[encoding].test(text)) return undefined;
  return Buffer.from(text, encoding);
}
