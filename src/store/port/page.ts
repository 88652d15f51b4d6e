/** A part of a list. */
export interface Page {
  /** Most rows to give. Default: 100. */
  readonly limit?: number;
  /** Rows to pass over. Default: 0. */
  readonly offset?: number;
}
