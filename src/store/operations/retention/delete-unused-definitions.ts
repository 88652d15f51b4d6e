import type { ExpressionBuilder, ExpressionWrapper, SqlBool, Transaction } from 'kysely';
import type { Schema } from '../../schema.ts';

/** @returns how many are gone, at most `limit` */
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
  // Asked once more, now that no instance of them can be stored: one may have been, just before they were locked.
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

/** The latest of a process, and its timer starts, are of no definition that was superseded. */
function isUnused(row: ExpressionBuilder<Schema, 'definitions'>): ExpressionWrapper<Schema, 'definitions', SqlBool> {
  const instances = row
    .selectFrom('instances')
    .select('instances.instanceId')
    .whereRef('instances.definitionId', '=', 'definitions.definitionId');
  return row.not(row.exists(instances));
}
