import type { ErrorCode } from '../../errors.ts';
import { StoreError } from '../../errors.ts';

const DISK_FULL = 13;

/** SQLite's primary result codes (sqlite.org/rescode.html) for problems of the machine, which may be temporary. */
const TEMPORARY: ReadonlyMap<number, string> = new Map([
  [5, 'is busy'],
  [6, 'is busy'],
  [7, 'is out of memory'],
  [8, 'cannot be written: check the permissions of the file and of its directory'],
  [10, 'cannot be read or written: check the disk'],
  [DISK_FULL, 'has no space left on its disk'],
  [14, 'cannot be opened: check that its directory exists and is writable'],
]);

const PERMANENT: ReadonlyMap<number, string> = new Map([
  [11, 'is damaged: restore it from a backup'],
  [19, 'refused a row that violates a constraint'],
  [26, 'is not an SQLite database: use another file'],
]);

/**
 * Converts an error of SQLite. The driver's error is the cause; its message names tables and columns, never values.
 * @param where name of the database for the message
 */
export function toStoreError(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  const primary = primaryCodeOf(error);
  const temporary = TEMPORARY.get(primary);
  const permanent = PERMANENT.get(primary);
  const code: ErrorCode = temporary === undefined ? 'ERR_STORE_INVALID' : 'ERR_STORE_UNAVAILABLE';
  return new StoreError(code, `${where} ${temporary ?? permanent ?? 'refused an operation'}; nothing was stored`, {
    cause: error,
    details: primary === DISK_FULL ? { isDiskFull: true } : {},
  });
}

export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === 5;
}

/** Returns the low byte of the extended result code, or 0 (no error) if SQLite did not throw the error. */
function primaryCodeOf(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 0;
  return error.errcode & 0xff;
}
