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
