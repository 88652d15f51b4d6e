import type { DiagramVariables } from '../diagram-variables.ts';
import { judgeFiles } from '../files/judge-files.ts';
import { type DeploySource, readSources } from '../files/read-sources.ts';
import type { Problem } from '../problem.ts';
import { type LintOptions, readLintOptions } from './lint-options.ts';

/** What there is to say about files before they are deployed. */
export interface LintResult {
  /** Whether `bridge.deploy` would take them: no problem is an error. */
  readonly isDeployable: boolean;
  /** Names of the files that were read: paths, or places in the list where that holds XML; empty of one that is alone. */
  readonly files: readonly string[];
  /** What `bridge.deploy` would report, of all files, in their order. */
  readonly problems: readonly Problem[];
  /** The processes of the files that no error refuses. */
  readonly processes: readonly LintedProcess[];
}

/** A process that could be deployed. */
export interface LintedProcess {
  /** Id of the process, for `start`. */
  readonly processId: string;
  /** Codes the center must know, or create by autoCreateTransType. */
  readonly transTypeCodes: readonly string[];
  /** What its expressions read, what it sets, and what is to be given to `start` or to come from outside. */
  readonly variables: DiagramVariables;
  /** Its file; absent where one was read alone. */
  readonly file?: string;
}

/**
 * Reads diagrams and says everything that is wrong with them: the problems that `bridge.deploy` would report of the same
 * files, with the same options, to an empty database. Files that are given together may call each other. Nothing is
 * stored, run or called; what only the directory of the host can say (`stand-in-not-member`) is not asked.
 * @throws {InputError} `ERR_INPUT_INVALID`: a file or folder cannot be read, or an option is wrong. What a file holds is
 * never thrown: one that is no BPMN is a problem of its own (`file-unreadable`)
 */
export async function lintFiles(source: DeploySource, options: LintOptions = {}): Promise<LintResult> {
  const { options: modelOptions, messageTypes, systemHandler } = readLintOptions(options);
  const sources = await readSources(source);
  const { problems, processes, refusal } = await judgeFiles(sources, {
    options: modelOptions,
    ...{ messageTypes, systemHandler },
    deployed: () => undefined,
    accept: async (drawing) => drawing,
  });
  return {
    isDeployable: refusal === undefined,
    files: sources.flatMap(({ file }) => file ?? []),
    problems,
    processes: processes.map(({ source: { file }, accepted: { model, variables } }) => ({
      processId: model.processId,
      transTypeCodes: [model.transTypeCode],
      variables,
      ...(file !== undefined && { file }),
    })),
  };
}
