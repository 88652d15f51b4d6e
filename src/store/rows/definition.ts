import type { ByOperator } from './history.ts';
import type { TimerStart } from './timer-start.ts';

/** A definition with its timer starts. */
export interface DeployedDefinition extends DefinitionRow {
  /** They replace those of the previous definition; if the definition is already the latest, its own are kept. Default: none. */
  readonly timerStarts?: readonly TimerStart[];
}

export interface DefinitionRow {
  /** Hash of the XML. */
  readonly definitionId: string;
  readonly processId: string;
  /** The prepared diagram that runs: one process, without call activities and link events. */
  readonly xml: string;
  /** The deployed file, unchanged; null if it is equal to `xml`. */
  readonly drawing: string | null;
  readonly deployedAt: number;
  /** Time when it was undeployed: it cannot be started any more. Absent: it was not. */
  readonly undeployedAt?: number;
  /** The deployed definition that it extends by the process of a call; it cannot be started. Absent: it was deployed itself. */
  readonly extendsId?: string;
}

/** A definition and the instances that run it, without its diagram. */
export interface DefinitionSummary {
  /** Id of this version of the process: a hash of the XML that runs. */
  readonly definitionId: string;
  /** Its process. */
  readonly processId: string;
  /** Time of its first deployment, in epoch milliseconds. */
  readonly deployedAt: number;
  /** Whether new instances of the process get it. */
  readonly isLatest: boolean;
  /** Time since when it cannot be started any more, in epoch milliseconds; null: it can. */
  readonly undeployedAt: number | null;
  /** Number of instances that have not ended. */
  readonly openInstances: number;
  /** Number of stored instances, ended ones among them. */
  readonly instances: number;
}

/** How definitions are deployed, and by whom. */
export interface DeployTerms extends ByOperator {
  /** Whether one that was deployed before becomes the latest of its process in place of another. Default: false. */
  readonly makeLatest?: boolean;
}

/** What became of a definition that was deployed, and which one is the latest of its process now. */
export interface DeployOutcome {
  /**
   * `latest`: it became the latest. `kept-back`: it was deployed before, and another one stays the latest. `unchanged`,
   * `repaired`: it was the latest already; its row was as it is stored now, or was damaged.
   */
  readonly kind: 'latest' | 'kept-back' | 'unchanged' | 'repaired';
  readonly latestId: string;
}

/** What became of a call that makes a definition the latest of its process. */
export type MakeLatestOutcome =
  | { readonly kind: 'latest' | 'unchanged'; readonly processId: string }
  /** It is not stored, or was undeployed. */
  | { readonly kind: 'unknown' };

/** What became of a call that undeploys a definition. */
export type UndeployOutcome =
  | { readonly kind: 'undeployed'; readonly processId: string }
  /** It is not stored, or was undeployed before. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'in-use'; readonly processId: string; readonly openInstances: number };

export interface DefinitionRecord extends Omit<DefinitionRow, 'undeployedAt' | 'extendsId'> {
  /** Time when a newer definition replaced it; null: it is the latest. */
  readonly supersededAt: number | null;
  /** null: it is deployed, or extends one that was. */
  readonly undeployedAt: number | null;
  /** The deployed definition that it extends; null: it was deployed itself. */
  readonly extendsId: string | null;
}

/** The latest definition of each process. */
export interface LatestDefinitionRecord {
  readonly processId: string;
  readonly definitionId: string;
}

/** Omits the column that only retention uses. */
export function readDefinition(record: DefinitionRecord): DefinitionRow {
  const { supersededAt: _superseded, undeployedAt, extendsId, ...row } = record;
  return { ...row, ...(undeployedAt !== null && { undeployedAt }), ...(extendsId !== null && { extendsId }) };
}

/** The columns of a definition, except the one that only retention uses. */
export function writeDefinition(row: DefinitionRow): Omit<DefinitionRecord, 'supersededAt'> {
  const { definitionId, processId, xml, drawing, deployedAt, undeployedAt = null, extendsId = null } = row;
  return { definitionId, processId, xml, drawing, deployedAt, undeployedAt, extendsId };
}
