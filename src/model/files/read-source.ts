import { readFile } from 'node:fs/promises';
import { InputError, ModelError } from '../../errors.ts';

/** The maximum length of a path on common systems. */
const MAX_PATH_LENGTH = 4_096;

/**
 * The XML of a diagram that is given as a path, a `file:` URL, or the XML itself, which begins with `<`.
 * @throws {InputError} `ERR_INPUT_INVALID`: there is no such file, or the text is neither
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: the file does not have the encoding that it declares
 */
export async function readSource(source: string | URL): Promise<string> {
  if (isXmlText(source)) return source;
  if (typeof source === 'string' && !mayBePath(source)) throw noSource(source);
  if (typeof source !== 'string' && !(source instanceof URL)) {
    throw new InputError('ERR_INPUT_INVALID', 'A diagram is given as a path, a file: URL, or XML as a string.');
  }
  if (source instanceof URL && source.protocol !== 'file:') {
    throw new InputError(
      'ERR_INPUT_INVALID',
      `Diagrams are read from files, not from ${source.protocol} addresses: pass a path or the XML.`,
    );
  }
  const bytes = await readBytes(source);
  return decodeXml(bytes, String(source));
}

/** XML begins with `<`, after an optional byte order mark and white space. */
export function isXmlText(source: string | URL): source is string {
  return typeof source === 'string' && /^\uFEFF?\s*</.test(source);
}

async function readBytes(source: string | URL): Promise<Uint8Array> {
  try {
    return await readFile(source);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' && typeof source === 'string' && !looksLikePath(source)) throw noSource(source, cause);
    throw new InputError('ERR_INPUT_INVALID', `The file ${String(source)} cannot be read (${code}): check the path.`, {
      cause,
    });
  }
}

function mayBePath(text: string): boolean {
  return text.trim() !== '' && text.length <= MAX_PATH_LENGTH && !/[\r\n<\0]/.test(text);
}

function looksLikePath(text: string): boolean {
  return /[\\/]|\.\w+$/.test(text);
}

/** The message does not contain the text itself, which may be confidential. */
function noSource(text: string, cause?: unknown): InputError {
  return new InputError(
    'ERR_INPUT_INVALID',
    `Instead of a diagram, a text of ${text.length} characters was given, which does not begin with "<" and is not the path of a file: pass XML, a path or a file: URL.`,
    { cause },
  );
}

/**
 * Decodes an XML file by its byte order mark, else by its declaration, else as UTF-8 (XML 1.0, appendix F). The
 * declaration is changed to UTF-8, because the text is stored and sent as UTF-8.
 * @param name name of the file, for the error message
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: the encoding is unknown, or the bytes are not valid in it
 */
async function decodeXml(bytes: Uint8Array, name: string): Promise<string> {
  const encoding = findEncoding(bytes);
  const text = await decode(bytes, encoding, name);
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

async function decode(bytes: Uint8Array, encoding: string, name: string): Promise<string> {
  // Node.js 20 decodes windows-1252, for which ISO-8859-1 stands too, without its dashes, quotes and €.
  const isUnicode = /^utf-?(8|16)/i.test(encoding);
  const { TextDecoder } = isUnicode ? globalThis : await import('@exodus/bytes/encoding.js');
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
