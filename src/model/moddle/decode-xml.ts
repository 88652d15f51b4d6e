import { ModelError } from '../../errors.ts';

/**
 * Decodes an XML file by its byte order mark, else by its declaration, else as UTF-8 (XML 1.0, appendix F). The
 * declaration is changed to UTF-8, because the text is stored and sent as UTF-8.
 * @param name name of the file, for the error message
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: the encoding is unknown, or the bytes are not valid in it
 */
export function decodeXml(bytes: Uint8Array, name: string): string {
  const encoding = findEncoding(bytes);
  const text = decode(bytes, encoding, name);
  return /^utf-?8$/i.test(encoding) ? text : text.replace(DECLARED, '$1UTF-8');
}

/** Matches the XML declaration up to the name of the encoding. */
const DECLARED = /^(\uFEFF?\s*<\?xml\b[^>]*?\bencoding\s*=\s*["'])([A-Za-z][\w.:-]*)/;

/** Bytes to search for the declaration, which is shorter. */
const LONGEST_DECLARATION = 256;

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const head = new TextDecoder('latin1')
    .decode(bytes.subarray(0, LONGEST_DECLARATION))
    .replace(/^\u00EF\u00BB\u00BF/, '');
  const declared = DECLARED.exec(head)?.[2] ?? 'utf-8';
  // The declaration was readable with one byte per character, so the file was converted without changing it.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function decode(bytes: Uint8Array, encoding: string, name: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    const reason =
      cause instanceof RangeError
        ? `it declares the encoding ${encoding}, which is not known`
        : `its bytes are not valid ${encoding}`;
    const remedy = 'save it as UTF-8';
    throw new ModelError('ERR_MODEL_UNREADABLE', `The file ${name} cannot be read: ${reason}; ${remedy}.`, { cause });
  }
}
