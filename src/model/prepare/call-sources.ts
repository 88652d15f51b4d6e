import { createParsedFiles, type ParsedFiles } from '../moddle/parsed-files.ts';
import { type CallGraph, createCallGraph } from './call-graph.ts';
import type { CalledProcess, CalledProcesses } from './called-process.ts';
import { type CalledReader, createCalledReader } from './called-reader.ts';
import { type CallCount, createCallCount } from './count-calls.ts';

/** Where called processes are looked up: shared by all that is prepared together, so that nothing is read twice. */
export interface CallSources {
  readonly files: ParsedFiles;
  readonly graph: CallGraph;
  readonly count: CallCount;
  readonly read: CalledReader;
  /** Why a process that another file of the deployment holds cannot be called; undefined where none holds it. */
  readonly passedOver: PassedOver;
}

/** Reasons are those of the file, which is refused for it, or of the process, which is not executable there. */
export type PassedOver = (
  processId: string,
) => Promise<{ readonly why: 'skipped' | 'not-executable'; readonly file: string } | undefined>;

/** @param together processes that are refused or prepared as a whole */
export function createCallSources(
  calledProcesses: CalledProcesses,
  {
    files = createParsedFiles(),
    together = [],
    passedOver = async () => undefined,
  }: { files?: ParsedFiles; together?: readonly CalledProcess[]; passedOver?: PassedOver } = {},
): CallSources {
  const graph = createCallGraph(calledProcesses, files);
  return { files, graph, count: createCallCount(graph, together), read: createCalledReader(files), passedOver };
}
