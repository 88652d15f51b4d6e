import type { ErrorCode } from '../../errors.ts';
import { StoreError } from '../../errors.ts';

/** SQLite's primary result codes (sqlite.org/rescode.html) that mean a trouble of the machine, not of the contents. */
const PASSING: ReadonlyMap<number, string> = new Map([
  [5, 'is busy'],
  [6, 'is busy'],
  [7, 'has no memory left'],
  [8, 'cannot be written: check the permissions of the file and of its directory'],
  [10, 'cannot be read or written: check the disk'],
  [13, 'has no space left on its disk'],
  [14, 'cannot be opened: check that its directory exists and may be written'],
]);

const LASTING: ReadonlyMap<number, string> = new Map([
  [11, 'is damaged: restore it from a copy'],
  [19, 'refused a row that breaks a constraint'],
  [26, 'is not an SQLite database: give another file'],
]);

/**
 * What an error of SQLite means. The driver's error is the cause; its message names tables and columns, never values.
 * @param where names the database, for the message
 */
export function toStoreError(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  const primary = primaryCodeOf(error);
  const passing = PASSING.get(primary);
  const lasting = LASTING.get(primary);
  const code: ErrorCode = passing === undefined ? 'ERR_STORE_INVALID' : 'ERR_STORE_UNAVAILABLE';
  return new StoreError(code, `${where} ${passing ?? lasting ?? 'refused an operation'}; nothing was stored`, {
    cause: error,
  });
}

export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === 5;
}

/** The low byte of the extended result code; 0, which is no error, for what SQLite did not throw. */
function primaryCodeOf(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 0;
  return error.errcode & 0xff;
}
