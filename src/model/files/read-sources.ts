import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError, ModelError } from '../../errors.ts';
import { closeUpAttributes } from '../moddle/scan-markup.ts';
import { isXmlText, readSource } from './read-source.ts';

/** Where diagrams come from: a path, a folder, a `file:` URL, the XML itself, or a list of these. */
export type DeploySource = string | URL | readonly (string | URL)[];

/** The text of one file. */
export interface SourceFile {
  readonly xml: string;
  /** Why `xml` is empty: the file does not have the encoding that it declares. */
  readonly unreadable?: ModelError;
  /** Its path, or its position in the list if it was given as XML. Undefined for a single file. */
  readonly file?: string;
}

/**
 * Reads all files of a deployment; folders recursively, sorted by path.
 * @throws {InputError} `ERR_INPUT_INVALID`: a file or folder cannot be read, or there are no files
 */
export async function readSources(source: DeploySource): Promise<readonly SourceFile[]> {
  if (!Array.isArray(source)) return readOne(source as string | URL);
  if (source.length === 0) throw new InputError('ERR_INPUT_INVALID', 'The list of diagrams is empty: name a file.');
  const read = await Promise.all(source.map((each, index) => readOne(each, `file ${index + 1} of the list`)));
  return read.flat();
}

/** @param nameOfXml the name of a source that is XML; undefined for a single source */
async function readOne(source: string | URL, nameOfXml?: string): Promise<readonly SourceFile[]> {
  const folder = await findFolder(source);
  if (folder !== undefined) return readFolder(folder);
  const read = await readText(source);
  if (nameOfXml === undefined) return [read];
  return [{ ...read, file: isXmlText(source) ? nameOfXml : pathOf(source) }];
}

/** A file that cannot be decoded is returned with its error, so that the other files are still checked. */
async function readText(source: string | URL): Promise<SourceFile> {
  try {
    return { xml: closeUpAttributes(await readSource(source)) };
  } catch (error) {
    if (error instanceof ModelError) return { xml: '', unreadable: error };
    throw error;
  }
}

function pathOf(source: string | URL): string {
  return source instanceof URL ? fileURLToPath(source) : source;
}

async function findFolder(source: string | URL): Promise<string | undefined> {
  if (isXmlText(source) || (source instanceof URL && source.protocol !== 'file:')) return undefined;
  const path = pathOf(source);
  // Missing files and invalid paths are reported when the source is read.
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? path : undefined;
}

/** Lists the diagrams of a folder and its sub-folders, without hidden files and folders. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const names = (await readNames(folder)).filter((name) => BPMN_FILE.test(name) && !/(^|[\\/])\./.test(name));
  const paths = names.toSorted().map((name) => join(folder, name));
  // Follows symbolic links: mounted configuration consists of them.
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return paths.filter((_path, index) => found[index]?.isDirectory() !== true);
}

async function readNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new InputError('ERR_INPUT_INVALID', `The folder ${folder} cannot be read (${code}): check its rights.`, {
      cause,
    });
  }
}

/** File extensions that modelers use. */
const BPMN_FILE = /\.(bpmn|bpmn20\.xml|bpmn\.xml)$/i;

async function readFolder(folder: string): Promise<readonly SourceFile[]> {
  const paths = await listFiles(folder);
  if (paths.length === 0) {
    throw new InputError(
      'ERR_INPUT_INVALID',
      `The folder ${folder} has no process files: their names must end in .bpmn, .bpmn20.xml or .bpmn.xml.`,
    );
  }
  return Promise.all(paths.map(async (file) => ({ ...(await readText(file)), file })));
}
