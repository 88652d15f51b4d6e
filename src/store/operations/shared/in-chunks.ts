/** Rows of one statement: with our widest table far below the 32,766 parameters that SQLite takes at once. */
const CHUNK_ROWS = 500;

/** Splits rows into statements; nothing when there are none. */
export function* inChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) yield rows.slice(from, from + CHUNK_ROWS);
}
