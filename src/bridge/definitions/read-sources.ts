import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../errors.ts';

/** What `deploy` takes: a path, a folder, a `file:` URL, the XML itself, or a list of these. */
export type DeploySource = string | URL | readonly (string | URL)[];

/** The text of one file to deploy. */
export interface SourceFile {
  readonly xml: string;
  /** Names it among several: its path, or its place in the list where it is XML. Undefined: it is alone. */
  readonly file?: string;
}

/**
 * Reads all files that are to be deployed together; a folder with all below it, by path.
 * @throws {InputError} `ERR_INPUT_INVALID`: one cannot be read, or there is none
 */
export async function readSources(source: DeploySource): Promise<readonly SourceFile[]> {
  if (typeof source === 'string' || source instanceof URL) return readOne(source);
  if (source.length === 0) throw new InputError('ERR_INPUT_INVALID', 'deploy was given an empty list: name a file.');
  const read = await Promise.all(source.map((each, index) => readOne(each, `file ${index + 1} of the list`)));
  return read.flat();
}

/** XML is told from a path by its first character. */
async function readOne(source: string | URL, nameOfXml?: string): Promise<readonly SourceFile[]> {
  if (typeof source === 'string' && /^\uFEFF?\s*</.test(source)) {
    return [{ xml: source, ...(nameOfXml !== undefined && { file: nameOfXml }) }];
  }
  if (source instanceof URL && source.protocol !== 'file:') {
    throw new InputError(
      'ERR_INPUT_INVALID',
      `deploy reads files, not ${source.protocol} addresses: pass a path or the XML.`,
    );
  }
  const path = source instanceof URL ? fileURLToPath(source) : source;
  try {
    if ((await stat(path)).isDirectory()) return await readFolder(path);
    const xml = await readFile(path, 'utf8');
    return [{ xml, ...(nameOfXml !== undefined && { file: path }) }];
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new InputError('ERR_INPUT_INVALID', `The file ${path} cannot be read (${code}): check the path.`, { cause });
  }
}

/** As modelers name them. */
const BPMN_FILE = /\.(bpmn|bpmn20\.xml|bpmn\.xml)$/i;

async function readFolder(folder: string): Promise<readonly SourceFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && BPMN_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  if (paths.length === 0) {
    throw new InputError(
      'ERR_INPUT_INVALID',
      `The folder ${folder} holds no process: its files must end in .bpmn, .bpmn20.xml or .bpmn.xml.`,
    );
  }
  return Promise.all(paths.map(async (file) => ({ file, xml: await readFile(file, 'utf8') })));
}
