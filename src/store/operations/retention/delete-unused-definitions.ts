import type { ExpressionBuilder, ExpressionWrapper, SqlBool, Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';

/** @returns the number of deleted definitions, at most `limit` */
export async function deleteUnusedDefinitions(db: Transaction<Schema>, before: number, limit: number): Promise<number> {
  const unused = await db
    .selectFrom('definitions')
    .select('definitionId')
    .where('supersededAt', '<=', before)
    .where(isUnused)
    .orderBy('supersededAt')
    .orderBy('definitionId')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (unused.length === 0) return 0;
  // Checked again under the lock: an instance may have been stored between the query and the lock.
  const { numDeletedRows } = await db
    .deleteFrom('definitions')
    .where(
      'definitionId',
      'in',
      unused.map(({ definitionId }) => definitionId),
    )
    .where(isUnused)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Latest definitions and timer starts need no check, because they never refer to a superseded definition. */
function isUnused(row: ExpressionBuilder<Schema, 'definitions'>): ExpressionWrapper<Schema, 'definitions', SqlBool> {
  const instances = row
    .selectFrom('instances')
    .select('instances.instanceId')
    .whereRef('instances.definitionId', '=', 'definitions.definitionId');
  return row.not(row.exists(instances));
}
