import { copyTree } from '../moddle/copy-tree.ts';
import type { ParsedFiles } from '../moddle/parsed-files.ts';
import { NOT_ADOPTED } from './adopt-roots.ts';
import { type CalledTree, isProcess, processesOf } from './called-process.ts';

/** Reads a process to be drawn into a call; undefined where the file does not have it. */
export type CalledReader = (xml: string, processId: string) => Promise<CalledTree | undefined>;

/**
 * Gives each call a copy of the process that it draws in, with what that may bring along and nothing else: a file of
 * hundreds of nodes may have hundreds of calls.
 */
export function createCalledReader(files: ParsedFiles): CalledReader {
  return async (xml, processId) => {
    const parsed = await files.read(xml);
    const { definitions, unresolved } = copyTree(
      parsed,
      (element) => NOT_ADOPTED.has(element.$type) && !isProcess(element, processId),
    );
    const [process] = processesOf(definitions);
    return process && { process, leftovers: { ...parsed.leftovers, unresolved }, xml };
  };
}
