import { createParsedFiles, type ParsedFiles } from '../../moddle/parsed-files.ts';
import { type CallGraph, createCallGraph } from './call-graph.ts';
import { type CalledProcess, type CalledProcesses, type CalledReader, createCalledReader } from './called-process.ts';
import { type CallCount, createCallCount } from './count-calls.ts';

/** Where called processes are looked up. Shared by all files that are prepared together, so that nothing is read twice. */
export interface CallSources {
  readonly files: ParsedFiles;
  readonly graph: CallGraph;
  readonly count: CallCount;
  readonly read: CalledReader;
  /** Why a process of another file of the deployment cannot be called; undefined if no file has it. */
  readonly explainExcluded: ExplainExcluded;
}

/** `skipped`: the parser skipped the process, so its file is refused; `not-executable`: the process is not executable. */
export type ExplainExcluded = (
  processId: string,
) => Promise<{ readonly why: 'skipped' | 'not-executable'; readonly file: string } | undefined>;

/** @param together processes that are deployed together: if one is refused, all are */
export function createCallSources(
  calledProcesses: CalledProcesses,
  {
    files = createParsedFiles(),
    together = [],
    explainExcluded = async () => undefined,
  }: { files?: ParsedFiles; together?: readonly CalledProcess[]; explainExcluded?: ExplainExcluded } = {},
): CallSources {
  const graph = createCallGraph(calledProcesses, files);
  return { files, graph, count: createCallCount(graph, together), read: createCalledReader(files), explainExcluded };
}
