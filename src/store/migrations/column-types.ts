import type { ColumnDefinitionBuilder, CreateTableBuilder, Expression } from 'kysely';

/** What of the schema differs between SQLite and PostgreSQL. */
export interface ColumnTypes {
  /** A key that increases and is never reused. */
  readonly ascendingKey: {
    readonly type: 'integer' | 'bigint';
    readonly build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  };
  /** Compared byte by byte, so that the order and indexes do not depend on the locale of the machine. */
  readonly text: 'text' | Expression<unknown>;
  /** For a table whose rows are updated at every step, in columns without an index. */
  readonly updatedInPlace: <Table extends CreateTableBuilder<string, string>>(table: Table) => Table;
  /** For a table whose rows are leased and settled, and so updated in indexed columns. */
  readonly leased: <Table extends CreateTableBuilder<string, string>>(table: Table) => Table;
}
