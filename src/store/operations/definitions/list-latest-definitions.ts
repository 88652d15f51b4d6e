import type { Kysely } from 'kysely';
import type { DefinitionRow } from '../../port.ts';
import type { Schema } from '../../schema.ts';

export async function listLatestDefinitions(
  db: Kysely<Schema>,
): Promise<Pick<DefinitionRow, 'processId' | 'definitionId'>[]> {
  return await db.selectFrom('latestDefinitions').selectAll().orderBy('processId').execute();
}
