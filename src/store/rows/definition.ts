import type { DefinitionRow } from '../port.ts';
import type { DefinitionRecord } from '../schema.ts';

/** Without what only deleting needs. */
export function readDefinition(record: DefinitionRecord): DefinitionRow {
  const { supersededAt: _superseded, ...row } = record;
  return row;
}
