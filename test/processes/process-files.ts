import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../processes/', import.meta.url);

export interface ProcessFile {
  readonly name: string;
  readonly xml: string;
}

/** Every .bpmn file of processes/, so that a new one is tested without a change here. */
export const PROCESS_FILES: readonly ProcessFile[] = readdirSync(folder)
  .filter((name) => name.endsWith('.bpmn'))
  .map((name) => ({ name, xml: readFileSync(new URL(name, folder), 'utf8') }));
