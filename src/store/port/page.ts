/** A part of a list. */
export interface Page {
  /** Maximum number of rows. Default: 100. */
  readonly limit?: number;
  /** Number of rows to skip. Default: 0. */
  readonly offset?: number;
}
