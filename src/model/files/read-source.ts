import { readFile } from 'node:fs/promises';
import { InputError } from '../../errors.ts';
import { decodeXml } from '../moddle/decode-xml.ts';

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
