/** What somebody does beside the process, and who. */
export interface ByOperator {
  /** The name of the person or program, for the history; absent: nobody was named. */
  readonly by?: string;
}

/** An entry of the history. */
export interface HistoryRow {
  /** Increases in the order of commits. */
  readonly seq: number;
  /** null: it belongs to no instance, such as a message of the host. */
  readonly instanceId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Type of the entry, such as `task.created`. */
  readonly type: string;
  /** Details; the fields depend on the type. */
  readonly data: Readonly<Record<string, unknown>>;
}
