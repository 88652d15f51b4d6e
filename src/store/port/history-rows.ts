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
