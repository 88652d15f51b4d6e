import type { Kysely } from 'kysely';
import type { DefinitionRow } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function getDefinition(db: Kysely<Schema>, definitionId: string): Promise<DefinitionRow | undefined> {
  return await db.selectFrom('definitions').selectAll().where('definitionId', '=', definitionId).executeTakeFirst();
}
