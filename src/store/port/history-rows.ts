export interface HistoryRow {
  /** Ever growing, in order of commit. */
  readonly seq: number;
  /** Null for what belongs to no instance, such as a message that the host sends. */
  readonly instanceId: string | null;
  readonly at: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
