import type { Kysely } from 'kysely';
import type { DefinitionRow } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function listLatestDefinitions(db: Kysely<Schema>): Promise<DefinitionRow[]> {
  return await db
    .selectFrom('latestDefinitions')
    .innerJoin('definitions', 'definitions.definitionId', 'latestDefinitions.definitionId')
    .selectAll('definitions')
    .orderBy('definitions.processId')
    .execute();
}
