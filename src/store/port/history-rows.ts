export interface HistoryRow {
  /** Ever growing, in order of commit. */
  readonly seq: number;
  readonly instanceId: string;
  readonly at: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
