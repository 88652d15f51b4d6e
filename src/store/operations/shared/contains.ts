import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a column contains a text, character by character. `like` would ignore the case of letters on one of the databases
 * and not on the other, and neither function that finds a text exists on both.
 */
export function contains(column: string, part: string): RawBuilder<boolean> {
  return sql`replace(${sql.ref(column)}, ${part}, '') <> ${sql.ref(column)}`;
}
