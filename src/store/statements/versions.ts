import type { ExpressionBuilder } from 'kysely';
import type { Schema } from '../schema.ts';

/** A definition and those that extend it. */
export function idsOfVersion(row: Pick<ExpressionBuilder<Schema, never>, 'selectFrom'>, definitionId: string) {
  return row
    .selectFrom('definitions')
    .select('definitions.definitionId')
    .where(({ or, eb }) =>
      or([eb('definitions.definitionId', '=', definitionId), eb('definitions.extendsId', '=', definitionId)]),
    );
}
