import * as z from 'zod';
import type { SourceFile } from '../../model/files/read-sources.ts';
import { inFile } from '../../model/files/refuse-files.ts';
import type { Problem } from '../../model/problem.ts';
import type { DiagramVariables } from '../../model/variables/list-variables.ts';
import type { CompiledDefinition } from '../../plugin/compile-definition.ts';
import { by, reader, type ShapeOf } from '../../read-options.ts';
import type { DeployedDefinition, DeployOutcome } from '../../store/store.ts';

/** A deployed process, with its warnings and variables. */
export interface Deployment {
  /** Id of the process, for `start`. */
  readonly processId: string;
  /** Id of this version: a hash of the XML. */
  readonly definitionId: string;
  /**
   * Whether new instances of the process get it. False: it was deployed before, and another version stays the latest; see
   * {@link DeployOptions.makeLatest}.
   */
  readonly isLatest: boolean;
  /** Transaction type codes that the center must know, or create by autoCreateTransType. */
  readonly transTypeCodes: readonly string[];
  /** The variables that its expressions read, those that it sets, and those that `start` or something outside must provide. */
  readonly variables: DiagramVariables;
  /** Its warnings. A process with errors is not deployed. */
  readonly problems: readonly Problem[];
  /** The processes of the other executable pools of the file, if it has several; each is a separate definition. */
  readonly otherPools: readonly Deployment[];
}

/** The result of one call of `deploy`. Its own fields are those of the first process. */
export interface Deployed extends Deployment {
  /** Every process of every file, in the order in which the files were given; the files of a folder are sorted by path. */
  readonly deployments: readonly DeployedProcess[];
}

/** One of the processes that were deployed together. */
export interface DeployedProcess extends Omit<Deployment, 'otherPools'> {
  /** The path of its file, or its position in the list if the entry is XML; absent if only one file was deployed. */
  readonly file?: string;
}

/** Options of `deploy`. */
export interface DeployOptions {
  /**
   * Whether guesses are refused: each warning with `guess`, about something that the diagram leaves open, becomes an error.
   * Default: false.
   */
  readonly strict?: boolean;
  /**
   * Whether files that were deployed before become the latest versions of their processes again, as when a release is rolled
   * back. Without it a version that another has replaced stays replaced. Default: false.
   */
  readonly makeLatest?: boolean;
  /** Who deploys, for the history and the log. Default: the number of the process and the name of its host. */
  readonly by?: string;
}

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export const readDeployOptions = reader(
  z.strictObject({
    strict: z.boolean().default(false),
    makeLatest: z.boolean().default(false),
    by,
  } satisfies ShapeOf<DeployOptions>),
  'deploy',
);

/** A process of a deployment, how it is stored, and what became of it. */
export interface StoredProcess {
  readonly source: SourceFile;
  readonly definition: CompiledDefinition;
  readonly row: DeployedDefinition;
  readonly outcome: DeployOutcome;
}

export function toDeployed(stored: readonly StoredProcess[]): Deployed {
  const deployments = stored.map(
    ({ source: { file }, definition, row, outcome }): DeployedProcess => ({
      processId: row.processId,
      definitionId: row.definitionId,
      isLatest: outcome.latestId === row.definitionId,
      transTypeCodes: [definition.model.transTypeCode],
      variables: definition.variables,
      problems: definition.problems.map((problem) => inFile(problem, file)),
      ...(file !== undefined && { file }),
    }),
  );
  const [first, ...others] = stored.flatMap(({ source }, index) =>
    source === stored[0]?.source ? (deployments[index] ?? []) : [],
  );
  if (first === undefined) throw new TypeError('A deployment holds at least one process.');
  const { file: _file, ...fields } = first;
  return {
    ...fields,
    otherPools: others.map(({ file: _other, ...pool }) => ({ ...pool, otherPools: [] })),
    deployments,
  };
}
