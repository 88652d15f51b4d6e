import type { DefinitionRow } from '../port.ts';
import type { DefinitionRecord } from '../schema.ts';

/** Omits the column that only retention uses. */
export function readDefinition(record: DefinitionRecord): DefinitionRow {
  const { supersededAt: _superseded, ...row } = record;
  return row;
}
