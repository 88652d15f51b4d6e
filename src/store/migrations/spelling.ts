import type { ColumnDefinitionBuilder, Expression } from 'kysely';

/** What the two databases do not spell alike. */
export interface Spelling {
  /** A key that only ever grows. */
  readonly ascendingKey: {
    readonly type: 'integer' | 'bigint';
    readonly build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  };
  /** Compared byte by byte: an order, and an index, must not depend on the language of the machine. */
  readonly text: 'text' | Expression<unknown>;
}
