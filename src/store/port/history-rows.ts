/** One thing that happened. */
export interface HistoryRow {
  /** Ever growing, in order of commit. */
  readonly seq: number;
  /** Null for what belongs to no instance, such as a message that the host sends. */
  readonly instanceId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** What happened, such as `task.created`. */
  readonly type: string;
  /** To what, by whom and how; depends on the type. */
  readonly data: Readonly<Record<string, unknown>>;
}
