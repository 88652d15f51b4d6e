import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Schema } from '../schema.ts';
import type { Database } from './database.ts';

/** A part of a list. */
export interface Page {
  /** Maximum number of rows. Default: 100. */
  readonly limit?: number;
}

/** Enough for a screen, and prevents reading a whole table by accident. */
const DEFAULT_LIMIT = 100;

export function limitOf({ limit = DEFAULT_LIMIT }: Page): number {
  return limit;
}

/** The conditions of a filter, without those that it does not ask for. */
export function asked(conditions: readonly (Expression<SqlBool> | false)[]): Expression<SqlBool>[] {
  return conditions.filter((condition) => condition !== false);
}

/**
 * Whether a column contains a text, character by character. `like` would ignore the case of letters on one of the databases
 * and not on the other, and neither function that finds a text exists on both.
 */
export function contains(column: string, part: string): RawBuilder<boolean> {
  return sql`replace(${sql.ref(column)}, ${part}, '') <> ${sql.ref(column)}`;
}

/**
 * The number of rows that a query selects.
 * @param most stops counting there. Default: counts all, which reads them all
 */
export async function countRows<Table extends keyof Schema>(
  db: Database,
  query: SelectQueryBuilder<Schema, Table, object>,
  most?: number,
): Promise<number> {
  const counted = query.select(sql.lit(1).as('one'));
  const { number } = await db
    .selectFrom((most === undefined ? counted : counted.limit(most)).as('counted'))
    .select((row) => row.fn.countAll<number | string>().as('number'))
    .executeTakeFirstOrThrow();
  // The PostgreSQL driver returns bigint as text.
  return Number(number);
}

/** A definition and those that extend it. */
export function idsOfVersion(row: Pick<ExpressionBuilder<Schema, never>, 'selectFrom'>, definitionId: string) {
  return row
    .selectFrom('definitions')
    .select('definitions.definitionId')
    .where(({ or, eb }) =>
      or([eb('definitions.definitionId', '=', definitionId), eb('definitions.extendsId', '=', definitionId)]),
    );
}
