import type { Kysely } from 'kysely';
import type { DefinitionRow } from '../../port.ts';
import { readDefinition } from '../../rows/definition.ts';
import type { Schema } from '../../schema.ts';

export async function getDefinition(db: Kysely<Schema>, definitionId: string): Promise<DefinitionRow | undefined> {
  const record = await db
    .selectFrom('definitions')
    .selectAll()
    .where('definitionId', '=', definitionId)
    .executeTakeFirst();
  return record && readDefinition(record);
}

export async function latestDefinition(db: Kysely<Schema>, processId: string): Promise<DefinitionRow | undefined> {
  const record = await db
    .selectFrom('latestDefinitions')
    .innerJoin('definitions', 'definitions.definitionId', 'latestDefinitions.definitionId')
    .selectAll('definitions')
    .where('latestDefinitions.processId', '=', processId)
    .executeTakeFirst();
  return record && readDefinition(record);
}

export async function listLatestDefinitions(
  db: Kysely<Schema>,
): Promise<Pick<DefinitionRow, 'processId' | 'definitionId'>[]> {
  return await db.selectFrom('latestDefinitions').selectAll().orderBy('processId').execute();
}
