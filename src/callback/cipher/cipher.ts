import { isJsonObject } from '../../protocol/fields.ts';
import type { Secret } from '../../secret.ts';

/** Decrypts the body of a button callback. The spec names no cipher, so the host configures a recipe or a function. */
export interface Cipher {
  /** Whether the answer may say what exactly is wrong. False for ciphers without integrity (padding oracle). */
  readonly oracleSafe: boolean;
  /** @param mediaType lower case, without parameters; empty if the header is missing */
  accepts(mediaType: string): boolean;
  /** Returns the parameters, not yet checked. @throws if the body cannot be decrypted */
  decrypt(body: Uint8Array, headers: Headers): unknown;
  /** The same for a GET, where the query contains the parameters or the cipher text. @throws as `decrypt` */
  decryptQuery(query: URLSearchParams, headers: Headers): unknown;
}

/** Returns the parameters of a call, or a promise of them. Throws if the body cannot be decrypted. */
export type DecryptFunction = (body: Uint8Array, headers: Headers) => unknown;

/** Encoding of bytes as text. */
export type TextEncoding = 'base64' | 'hex' | 'utf8';

/** Location and encoding of the cipher text. */
export interface EnvelopeRecipe {
  readonly dataEncoding: 'base64' | 'hex';
  /** `raw`: the body is the cipher text; otherwise it is a JSON object with the cipher text in this field. */
  readonly body: 'raw' | { readonly field: string };
}

interface KeyRecipe extends EnvelopeRecipe {
  readonly key: Secret;
  readonly keyEncoding: TextEncoding;
}

/** CBC with PKCS#7 padding; the key size selects the AES variant. The plain text of all recipes is JSON in UTF-8. */
export interface CbcRecipe extends KeyRecipe {
  readonly kind: 'aes-cbc' | 'sm4-cbc';
  /** `prefixed`: the first 16 bytes of the data; otherwise a fixed iv for all calls. */
  readonly iv: Secret | 'prefixed';
  readonly ivEncoding: TextEncoding;
}

/** ECB with PKCS#7 padding: equal blocks are visible and blocks can be moved. Only for centers that support nothing else. */
export interface EcbRecipe extends KeyRecipe {
  readonly kind: 'aes-ecb';
}

/** GCM: 12 bytes of iv, the cipher text, 16 bytes of tag. The only recipe that detects every change. */
export interface GcmRecipe extends KeyRecipe {
  readonly kind: 'aes-gcm';
}

export type CipherRecipe = { readonly kind: 'none' } | CbcRecipe | EcbRecipe | GcmRecipe | DecryptFunction;

/** The body of a callback cannot be decrypted. The message gives the reason for the log and contains nothing of the body. */
export class CipherError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CipherError';
  }
}

/** Query field of the cipher text in a GET, unless the recipe names a field. */
export const DATA_FIELD = 'data';

const LINE_END = /\r?\n$/;
const PADDING = /(?<!=)=+$/;

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
  const written = typeof text === 'string' ? text.replace(LINE_END, '') : '';
  const joined = encoding === 'base64' ? joinLines(written) : written;
  const spelling = encoding === 'base64' && /[-_]/.test(joined) ? 'base64url' : encoding;
  const data = decodeText(joined, spelling);
  if (data === undefined || data.length === 0) {
    throw new CipherError(`the cipher text is missing or not in ${encoding}`);
  }
  // Only canonical spellings are accepted, so that a changed text hardly ever decodes to the same data: no stray bits, no
  // mixed case, no mixed alphabets, and nothing after it except a line end.
  const spelled = Buffer.from(data).toString(spelling);
  const forms = encoding === 'hex' ? [spelled, spelled.toUpperCase()] : [spelled.replace(PADDING, '')];
  if (!forms.includes(encoding === 'hex' ? joined : joined.replace(PADDING, ''))) {
    throw new CipherError(`the cipher text is not canonical ${encoding}`);
  }
  return data;
}

/** Joins lines as MIME and PEM have them: equally long except the last one, with one line end. Any others stay, and are refused. */
function joinLines(text: string): string {
  const lines = text.split(text.includes('\r\n') ? '\r\n' : '\n');
  const width = lines[0]?.length ?? 0;
  const areEven = lines.every(
    (line, at) => line.length === width || (at === lines.length - 1 && line !== '' && line.length < width),
  );
  return areEven ? lines.join('') : text;
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
  base64url: /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/,
  hex: /^(?:[0-9A-Fa-f]{2})*$/,
};

/** Decodes a text; undefined if it is not valid in the encoding (Buffer would ignore invalid characters). */
export function decodeText(text: string, encoding: TextEncoding | 'base64url'): Uint8Array | undefined {
  if (encoding !== 'utf8' && !FORMS[encoding].test(text)) return undefined;
  return Buffer.from(text, encoding);
}
