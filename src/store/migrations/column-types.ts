import type { ColumnDefinitionBuilder, Expression } from 'kysely';

/** The column types that differ between SQLite and PostgreSQL. */
export interface ColumnTypes {
  /** A key that increases and is never reused. */
  readonly ascendingKey: {
    readonly type: 'integer' | 'bigint';
    readonly build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  };
  /** Compared byte by byte, so that the order and indexes do not depend on the locale of the machine. */
  readonly text: 'text' | Expression<unknown>;
}
