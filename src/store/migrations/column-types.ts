/** What of the schema differs between SQLite and PostgreSQL, in SQL. */
export interface ColumnTypes {
  /** A primary key that increases and is never reused. */
  readonly ascendingKey: string;
  /** Compared byte by byte, so that the order and indexes do not depend on the locale of the machine. */
  readonly text: string;
  /** After the columns of a table whose rows are updated at every step, in columns without an index. */
  readonly updatedInPlace: string;
  /** After the columns of a table whose rows are leased and settled, and so updated in indexed columns. */
  readonly leased: string;
}
