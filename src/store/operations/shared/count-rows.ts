import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../schema.ts';

/** The number of rows that a query selects. */
export async function countRows<Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { number } = await query
    .select((row) => row.fn.countAll<number | string>().as('number'))
    .executeTakeFirstOrThrow();
  // The PostgreSQL driver returns bigint as text.
  return Number(number);
}
