import type { Kysely } from 'kysely';
import type { DefinitionRow } from '../port.ts';
import type { Schema } from '../schema.ts';

export async function putDefinition(db: Kysely<Schema>, definition: DefinitionRow): Promise<void> {
  const { processId, definitionId } = definition;
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('definitions')
      .values(definition)
      .onConflict((conflict) => conflict.column('definitionId').doNothing())
      .execute();
    await transaction
      .insertInto('latestDefinitions')
      .values({ processId, definitionId })
      .onConflict((conflict) => conflict.column('processId').doUpdateSet({ definitionId }))
      .execute();
  });
}
