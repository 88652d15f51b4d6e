import type { SchemaModule } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Why the latest attempt of a job that failed did. */
export async function addFailedAttempts(schema: SchemaModule, { text }: ColumnTypes): Promise<void> {
  await schema.alterTable('jobs').addColumn('reason', text).execute();
  await schema.alterTable('jobs').addColumn('cause', text).execute();
}
