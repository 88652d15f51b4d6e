import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../errors.ts';
import { isXmlText, readSource } from './read-source.ts';

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
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`: a file is not encoded as it says
 */
export async function readSources(source: DeploySource): Promise<readonly SourceFile[]> {
  if (!Array.isArray(source)) return readOne(source as string | URL);
  if (source.length === 0) throw new InputError('ERR_INPUT_INVALID', 'deploy was given an empty list: name a file.');
  const read = await Promise.all(source.map((each, index) => readOne(each, `file ${index + 1} of the list`)));
  return read.flat();
}

/** @param nameOfXml given for one of several */
async function readOne(source: string | URL, nameOfXml?: string): Promise<readonly SourceFile[]> {
  const folder = await findFolder(source);
  if (folder !== undefined) return readFolder(folder);
  const xml = await readSource(source);
  if (nameOfXml === undefined) return [{ xml }];
  return [{ xml, file: isXmlText(source) ? nameOfXml : pathOf(source) }];
}

function pathOf(source: string | URL): string {
  return source instanceof URL ? fileURLToPath(source) : source;
}

async function findFolder(source: string | URL): Promise<string | undefined> {
  if (isXmlText(source) || (source instanceof URL && source.protocol !== 'file:')) return undefined;
  const path = pathOf(source);
  // What is not there, or no path at all, is explained where it is read.
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? path : undefined;
}

/** The folders of its files too, but nothing hidden: what begins with a dot belongs to an operating system or an editor. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => BPMN_FILE.test(name) && !/(^|[\\/])\./.test(name),
  );
  const paths = names.toSorted().map((name) => join(folder, name));
  // Through links: mounted configuration consists of them.
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return paths.filter((_path, index) => found[index]?.isDirectory() !== true);
}

/** As modelers name them. */
const BPMN_FILE = /\.(bpmn|bpmn20\.xml|bpmn\.xml)$/i;

async function readFolder(folder: string): Promise<readonly SourceFile[]> {
  const paths = await listFiles(folder);
  if (paths.length === 0) {
    throw new InputError(
      'ERR_INPUT_INVALID',
      `The folder ${folder} has no process files: their names must end in .bpmn, .bpmn20.xml or .bpmn.xml.`,
    );
  }
  return Promise.all(paths.map(async (file) => ({ file, xml: await readSource(file) })));
}
