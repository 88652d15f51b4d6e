import type { Problem } from '../../model/problem.ts';

/** What was deployed, and what there is to say about it. */
export interface Deployment {
  /** Id of the process, for `start`. */
  readonly processId: string;
  /** Names this version: a hash of the XML. */
  readonly definitionId: string;
  /** Codes the center must know, or create by autoCreateTransType. */
  readonly transTypeCodes: readonly string[];
  /** Warnings; errors refuse the deployment. */
  readonly problems: readonly Problem[];
  /** Of a file with several executable pools: the processes of the others, each a definition of its own. */
  readonly otherPools: readonly Deployment[];
}
