import { parseWithLeftovers } from '../moddle/parse-bpmn.ts';
import { chooseProcess, readFile } from '../read/read-file.ts';

/**
 * Ids of the processes of a file that a deployment makes definitions of.
 * @throws {ModelError} `ERR_MODEL_UNREADABLE`
 */
export async function listProcesses(xml: string): Promise<readonly string[]> {
  const { definitions, leftovers } = await parseWithLeftovers(xml);
  const file = readFile(definitions, leftovers);
  const chosen = chooseProcess(file);
  return (chosen === undefined ? file.executable : [chosen]).flatMap(({ id }) => id ?? []);
}
