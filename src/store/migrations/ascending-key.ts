import type { ColumnDefinitionBuilder } from 'kysely';

/** How a driver writes a key that only ever grows: the one thing the two databases do not spell alike. */
export interface AscendingKey {
  readonly type: 'integer' | 'bigint';
  readonly build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}
