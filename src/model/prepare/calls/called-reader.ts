import { copyTree } from '../../moddle/copy-tree.ts';
import type { ParsedFiles } from '../../moddle/parsed-files.ts';
import { NOT_ADOPTED } from '../adopt-roots.ts';
import { type CalledTree, isProcess, processesOf } from './called-process.ts';

/** Reads a process to be inlined; undefined if the file does not have it. */
export type CalledReader = (xml: string, processId: string) => Promise<CalledTree | undefined>;

/**
 * Makes a copy of the process for each call. Only the process and the root elements that it may need are copied, because a
 * file with hundreds of nodes may be called hundreds of times.
 */
export function createCalledReader(files: ParsedFiles): CalledReader {
  return async (xml, processId) => {
    const { definitions, leftovers } = copyTree(
      await files.read(xml),
      (element) => NOT_ADOPTED.has(element.$type) && !isProcess(element, processId),
    );
    const [process] = processesOf(definitions);
    return process && { process, leftovers, xml };
  };
}
