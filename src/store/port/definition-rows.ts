/** A start event of a process that a timer sets off, and when it does next. */
export interface TimerStart {
  readonly startNodeId: string;
  /** Epoch milliseconds; null: never again. */
  readonly dueAt: number | null;
  /** Rounds of a cycle that are left with this one; -1 without end, null for what is no cycle. */
  readonly left: number | null;
}

export interface TimerStartRow extends TimerStart {
  readonly seq: number;
  readonly processId: string;
  readonly definitionId: string;
  /** Attempts since its time was set. */
  readonly attempts: number;
}

/** A definition with the starts that its timers set off. */
export interface DeployedDefinition extends DefinitionRow {
  /** Replace those of the former; where the definition is the latest already, its own run on. Default: none. */
  readonly timerStarts?: readonly TimerStart[];
}

export interface DefinitionRow {
  /** Hash of the XML. */
  readonly definitionId: string;
  readonly processId: string;
  /** What runs: one process, no calls, no links. */
  readonly xml: string;
  /** The file that was deployed, as its author saved it; null: it is `xml`. */
  readonly drawing: string | null;
  readonly deployedAt: number;
}
