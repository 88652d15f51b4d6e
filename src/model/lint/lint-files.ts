import { readFiles } from '../files/read-files.ts';
import type { DeploySource } from '../files/read-sources.ts';
import type { Problem } from '../problem.ts';
import type { DiagramVariables } from '../variables/list-variables.ts';
import { type LintOptions, readLintOptions } from './lint-options.ts';

/** The result of a lint. */
export interface LintResult {
  /** Whether `bridge.deploy` would accept the files: no problem is an error. */
  readonly isDeployable: boolean;
  /** Names of the files: paths, or positions in the list for entries that are XML; empty if only one file was read. */
  readonly files: readonly string[];
  /** The problems that `bridge.deploy` would report, in the order of the files. */
  readonly problems: readonly Problem[];
  /** The processes of the files without errors. */
  readonly processes: readonly LintedProcess[];
}

/** A process that could be deployed. */
export interface LintedProcess {
  /** Id of the process, for `start`. */
  readonly processId: string;
  /** Transaction type codes that the center must know, or create by autoCreateTransType. */
  readonly transTypeCodes: readonly string[];
  /** The variables that its expressions read, those that it sets, and those that `start` or something outside must provide. */
  readonly variables: DiagramVariables;
  /** Its file; absent if only one file was read. */
  readonly file?: string;
}

/**
 * Reads diagrams and returns all their problems: those that `bridge.deploy` would report for the same files and options
 * with an empty database. Files that are passed together may call each other. Nothing is stored, run or called; problems
 * that only the host's directory can reveal (`stand-in-not-member`) are not found.
 * @throws {InputError} `ERR_INPUT_INVALID`: a file or folder cannot be read, or an option is wrong. The
 * content of a file never makes it throw: a file that is not BPMN is reported as a problem (`file-unreadable`)
 */
export async function lintFiles(source: DeploySource, options: LintOptions = {}): Promise<LintResult> {
  const { options: modelOptions, messageTypes, systemHandler } = readLintOptions(options);
  const { names, problems, processes, refusal } = await readFiles(source, {
    options: modelOptions,
    ...{ messageTypes, systemHandler },
    deployed: () => undefined,
    accept: async (diagram) => diagram,
  });
  return {
    isDeployable: refusal === undefined,
    files: names,
    problems,
    processes: processes.map(({ source: { file }, accepted: { model, variables } }) => ({
      processId: model.processId,
      transTypeCodes: [model.transTypeCode],
      variables,
      ...(file !== undefined && { file }),
    })),
  };
}
