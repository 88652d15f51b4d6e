import type { DefinitionRow } from '../port.ts';
import type { DefinitionRecord } from '../schema.ts';

/** Omits the column that only retention uses. */
export function readDefinition(record: DefinitionRecord): DefinitionRow {
  const { supersededAt: _superseded, undeployedAt, extendsId, ...row } = record;
  return { ...row, ...(undeployedAt !== null && { undeployedAt }), ...(extendsId !== null && { extendsId }) };
}

/** The columns of a definition, except the one that only retention uses. */
export function writeDefinition(row: DefinitionRow): Omit<DefinitionRecord, 'supersededAt'> {
  const { definitionId, processId, xml, drawing, deployedAt, undeployedAt = null, extendsId = null } = row;
  return { definitionId, processId, xml, drawing, deployedAt, undeployedAt, extendsId };
}
