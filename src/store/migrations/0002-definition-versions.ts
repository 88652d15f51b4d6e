import { type SchemaModule, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Definitions that were undeployed, and those that a running instance extended by the process of a call. */
export async function addDefinitionVersions(schema: SchemaModule, { text }: ColumnTypes): Promise<void> {
  await schema.alterTable('definitions').addColumn('undeployed_at', 'bigint').execute();
  await schema.alterTable('definitions').addColumn('extends_id', text).execute();
  await schema
    .createIndex('definitions_extending')
    .on('definitions')
    .column('extends_id')
    .where(sql.ref('extends_id'), 'is not', null)
    .execute();
}
