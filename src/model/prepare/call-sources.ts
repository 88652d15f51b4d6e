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
}

/** @param together processes that are refused or prepared as a whole */
export function createCallSources(
  calledProcesses: CalledProcesses,
  { files = createParsedFiles(), together = [] }: { files?: ParsedFiles; together?: readonly CalledProcess[] } = {},
): CallSources {
  const graph = createCallGraph(calledProcesses, files);
  return { files, graph, count: createCallCount(graph, together), read: createCalledReader(files) };
}
