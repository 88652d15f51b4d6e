/** Rows per statement; even for the widest table far below SQLite's limit of 32,766 parameters. */
const CHUNK_ROWS = 500;

/** Splits rows into chunks, one per statement. Yields nothing for an empty list. */
export function* inChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) yield rows.slice(from, from + CHUNK_ROWS);
}
