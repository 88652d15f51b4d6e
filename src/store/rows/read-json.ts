import { StoreError } from '../../errors.ts';

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
