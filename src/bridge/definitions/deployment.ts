import type { DiagramVariables } from '../../model/diagram-variables.ts';
import type { Problem } from '../../model/problem.ts';

/** A process that was deployed, and what there is to say about it. */
export interface Deployment {
  /** Id of the process, for `start`. */
  readonly processId: string;
  /** Names this version: a hash of the XML. */
  readonly definitionId: string;
  /** Codes the center must know, or create by autoCreateTransType. */
  readonly transTypeCodes: readonly string[];
  /** What its expressions read, what it sets, and what is to be given to `start` or to come from outside. */
  readonly variables: DiagramVariables;
  /** Warnings; errors refuse the deployment. */
  readonly problems: readonly Problem[];
  /** Of a file with several executable pools: the processes of the others, each a definition of its own. */
  readonly otherPools: readonly Deployment[];
}

/** What one call of `deploy` deployed. Its own fields are those of the first process. */
export interface Deployed extends Deployment {
  /** Every process of every file: files in the order in which they were given, those of a folder by path. */
  readonly deployments: readonly DeployedProcess[];
}

/** One of the processes that were deployed together. */
export interface DeployedProcess extends Omit<Deployment, 'otherPools'> {
  /** The path of its file, or its place in the list where that holds XML; absent where one file was deployed alone. */
  readonly file?: string;
}
