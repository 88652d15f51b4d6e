/** A part of a list. */
export interface Page {
  /** Maximum number of rows. Default: 100. */
  readonly limit?: number;
}
