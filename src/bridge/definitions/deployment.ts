import type { DiagramVariables } from '../../model/list-variables.ts';
import type { Problem } from '../../model/problem.ts';

/** A deployed process, with its warnings and variables. */
export interface Deployment {
  /** Id of the process, for `start`. */
  readonly processId: string;
  /** Id of this version: a hash of the XML. */
  readonly definitionId: string;
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
