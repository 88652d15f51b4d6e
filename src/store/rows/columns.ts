import { StoreError } from '../../errors.ts';

/** A row with some fields stored as JSON text. */
export type AsText<Row, Field extends keyof Row> = Omit<Row, Field> & { readonly [Name in Field]: string };

/** Of a row that can be leased. */
export interface LeaseColumns {
  /**
   * The time when it is due or, while it is leased, when the lease expires; null: it is done, or waits behind a parked entry
   * of the outbox. So all due rows are one range of an index.
   */
  readonly freeAt: number | null;
  /** null: it is not leased. */
  readonly leaseOwner: string | null;
}

/**
 * The due time of what an operator made due: it has passed by the clock of every node, also of one whose clock differs from
 * that of the shell. A lease takes it away. Whoever finds it at a report also ends the pause after calls that failed, so one
 * report at a time has it.
 */
export const DUE_AT_ONCE = 0;

/** What `text` filters search, and what they search for: in lower case, by the same rules on both databases. */
export function searchTextOf(lines: readonly (string | null)[]): string {
  return lines
    .filter((line) => line !== null)
    .map((line) => line.replaceAll(/\s+/g, ' ').toLowerCase())
    .join('\n');
}

/** Table and key of a row, for error messages. */
export interface RowPlace {
  readonly table: string;
  readonly id: string | number;
}

/** Parses a JSON object. Its shape is not checked further, because the library wrote it. */
export function readObject<Value extends object>(text: string, place: RowPlace): Value {
  const value = readJson(text, place);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(place);
  return value as Value;
}

/** Parses a JSON array of strings. */
export function readTexts(text: string, place: RowPlace): readonly string[] {
  const value = readJson(text, place);
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string')) throw unreadable(place);
  return value;
}

/** Parses a JSON array of objects, whose shape is not checked. */
export function readObjects<Value extends object>(text: string, place: RowPlace): readonly Value[] {
  const value = readJson(text, place);
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'object' || entry === null)) {
    throw unreadable(place);
  }
  return value;
}

function readJson(text: string, place: RowPlace): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser would quote the text, which may contain personal data.
    throw unreadable(place);
  }
}

export function unreadable({ table, id }: RowPlace): StoreError {
  return new StoreError(
    'ERR_STORE_INVALID',
    `the row ${id} of the table ${table} cannot be read: repair it or restore the database`,
    { details: { table, id } },
  );
}
