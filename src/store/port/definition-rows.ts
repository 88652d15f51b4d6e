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
}

/** A definition and the instances that run it, without its diagram. */
export interface DefinitionSummary extends Pick<DefinitionRow, 'definitionId' | 'processId' | 'deployedAt'> {
  /** Whether new instances of the process get it. */
  readonly isLatest: boolean;
  /** Number of instances that have not ended. */
  readonly openInstances: number;
  /** Number of stored instances, ended ones among them. */
  readonly instances: number;
}
