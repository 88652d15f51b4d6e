import type { SchemaModule } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Each time that the database was restored from a backup. */
export async function addRestores(schema: SchemaModule, { text, ascendingKey }: ColumnTypes): Promise<void> {
  await schema
    .createTable('restores')
    .addColumn('seq', ascendingKey.type, ascendingKey.build)
    .addColumn('mark', text, (column) => column.notNull().unique())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}
