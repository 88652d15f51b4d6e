import type { ParsedFiles } from '../moddle/parsed-files.ts';
import { chooseProcess, readFile } from '../read/read-file.ts';

/**
 * Ids of the processes of a file that a deployment makes definitions of.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`
 */
export async function listProcesses(xml: string, files: ParsedFiles): Promise<readonly string[]> {
  const { definitions, leftovers } = await files.read(xml);
  const file = readFile(definitions, leftovers);
  const chosen = chooseProcess(file);
  return (chosen === undefined ? file.executable : [chosen]).flatMap(({ id }) => id ?? []);
}
