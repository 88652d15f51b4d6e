/** A timer start event of a process, and when it fires next. */
export interface TimerStart {
  readonly startNodeId: string;
  /** Epoch milliseconds; null: it does not fire any more. */
  readonly dueAt: number | null;
  /** Remaining rounds of a cycle, including this one; -1: no end; null: not a cycle. */
  readonly left: number | null;
}

export interface TimerStartRow extends TimerStart {
  readonly seq: number;
  readonly processId: string;
  readonly definitionId: string;
  /** Attempts since `dueAt` was set. */
  readonly attempts: number;
}

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

/** What became of a call that undeploys a definition. */
export type UndeployOutcome =
  | { readonly kind: 'undeployed'; readonly processId: string }
  /** It is not stored, or was undeployed before. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'in-use'; readonly processId: string; readonly openInstances: number };
