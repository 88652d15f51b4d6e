import type { ParsedFiles } from '../moddle/parsed-files.ts';
import { chooseProcess, readFile } from '../read/read-file.ts';
import { processesOf } from './called-process.ts';
import { skippedProcesses } from './find-call.ts';

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

/**
 * Why a process that a file holds is none that a deployment makes a definition of; undefined of one that it does not hold.
 * Of a file that cannot be read that is told when it is prepared.
 */
export async function whyPassedOver(
  processId: string,
  xml: string,
  files: ParsedFiles,
): Promise<'skipped' | 'not-executable' | undefined> {
  const parsed = await files.read(xml).catch(() => undefined);
  if (parsed === undefined) return undefined;
  if (skippedProcesses(parsed.leftovers).includes(processId)) return 'skipped';
  return processesOf(parsed.definitions).some(({ id }) => id === processId) ? 'not-executable' : undefined;
}
