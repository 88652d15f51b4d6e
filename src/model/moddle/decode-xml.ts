import { ModelError } from '../../errors.ts';

/**
 * The text of an XML file: by its byte order mark, else as its declaration says, else as UTF-8 (XML 1.0, appendix F).
 * A declaration of another encoding is made to say UTF-8, as the text is kept and sent.
 * @param name of the file, for the error
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: the encoding is not known, or the bytes are not in it
 */
export function decodeXml(bytes: Uint8Array, name: string): string {
  const encoding = findEncoding(bytes);
  const text = decode(bytes, encoding, name);
  return /^utf-?8$/i.test(encoding) ? text : text.replace(DECLARED, '$1UTF-8');
}

/** Up to the name of the encoding. */
const DECLARED = /^(\uFEFF?\s*<\?xml\b[^>]*?\bencoding\s*=\s*["'])([A-Za-z][\w.:-]*)/;

/** In bytes; a declaration is shorter. */
const LONGEST_DECLARATION = 256;

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const head = new TextDecoder('latin1')
    .decode(bytes.subarray(0, LONGEST_DECLARATION))
    .replace(/^\u00EF\u00BB\u00BF/, '');
  const declared = DECLARED.exec(head)?.[2] ?? 'utf-8';
  // What can be read so far has one byte for a character: the file was converted, and its declaration was not.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function decode(bytes: Uint8Array, encoding: string, name: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    const reason =
      cause instanceof RangeError
        ? `it declares the encoding ${encoding}, which is not known`
        : `its bytes are not ${encoding}, as which it is to be read`;
    const remedy = 'save it as UTF-8';
    throw new ModelError('ERR_MODEL_UNREADABLE', `The file ${name} cannot be read: ${reason}; ${remedy}.`, { cause });
  }
}
