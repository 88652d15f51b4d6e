import type { ParsedFiles } from '../../moddle/parsed-files.ts';
import { chooseProcess, readDefinitions } from '../../read/read-definitions.ts';
import { processesOf } from './called-process.ts';
import { skippedProcesses } from './find-call.ts';

/**
 * Ids of the processes of a file that would be deployed.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`
 */
export async function listProcesses(xml: string, files: ParsedFiles): Promise<readonly string[]> {
  const { definitions, leftovers } = await files.read(xml);
  const file = readDefinitions(definitions, leftovers);
  const chosen = chooseProcess(file);
  return (chosen === undefined ? file.executable : [chosen]).flatMap(({ id }) => id ?? []);
}

/**
 * Why a process of a file is not deployed; undefined if the file does not have it. A file that cannot be parsed is reported
 * when it is prepared.
 */
export async function whyExcluded(
  processId: string,
  xml: string,
  files: ParsedFiles,
): Promise<'skipped' | 'not-executable' | undefined> {
  const parsed = await files.read(xml).catch(() => undefined);
  if (parsed === undefined) return undefined;
  if (skippedProcesses(parsed.leftovers).includes(processId)) return 'skipped';
  return processesOf(parsed.definitions).some(({ id }) => id === processId) ? 'not-executable' : undefined;
}
