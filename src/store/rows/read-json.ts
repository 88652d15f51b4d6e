import { StoreError } from '../../errors.ts';

/** Where a text stands, for the error: a table, and what names the row. */
export interface RowPlace {
  readonly table: string;
  readonly id: string | number;
}

/** An object that a column holds as JSON. The library wrote it, so beyond its being one its shape is taken as it is. */
export function readObject<Value extends object>(text: string, place: RowPlace): Value {
  const value = readJson(text, place);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(place);
  return value as Value;
}

/** A list of texts that a column holds as JSON. */
export function readTexts(text: string, place: RowPlace): readonly string[] {
  const value = readJson(text, place);
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string')) throw unreadable(place);
  return value;
}

/** A list of objects that a column holds as JSON; their shape is taken as it is. */
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
    // The parser's own message quotes the text, which may be anybody's data.
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
