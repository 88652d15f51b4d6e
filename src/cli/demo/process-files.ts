import { readdir, readFile } from 'node:fs/promises';
import { PACKAGE_ROOT } from '../../package-root.ts';
import type { Company } from './company.ts';

const FOLDER = new URL('processes/', PACKAGE_ROOT);

/** The address of the business system in the diagrams. */
const EXAMPLE_ORIGINS = /https:\/\/(contracts|expenses)\.example(?=\/)/g;

/** Reads all processes of the package, in the language of the company, with the addresses of its pages. */
export async function readProcesses(pagesOrigin: string, { translateDiagram }: Company): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.bpmn')).sort();
  const diagrams = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')));
  return diagrams.map((xml) => translateDiagram(xml).replaceAll(EXAMPLE_ORIGINS, pagesOrigin));
}
