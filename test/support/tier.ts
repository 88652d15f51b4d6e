const isSecond = process.env.TEST_TIER === 'second';

/** The database of the files named `*.databases.test.ts`: SQLite in `npm test`, PostgreSQL in the second tier. */
export const DATABASE = isSecond ? 'postgres' : 'sqlite';

/**
 * The rows of a table that this tier plays, in a file named `*.variants.test.ts`: those that stand for the others in
 * `npm test`, the others in the second tier.
 */
export function ofThisTier<Row>(rows: readonly Row[], standsForOthers: (row: Row, index: number) => boolean): Row[] {
  return rows.filter((row, index) => standsForOthers(row, index) !== isSecond);
}
