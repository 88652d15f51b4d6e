import { type ErrorCode, StoreError } from '../../errors.ts';

/** By SQLite's primary result codes (sqlite.org/rescode.html). */
const MEANINGS: ReadonlyMap<number, readonly [code: ErrorCode, what: string]> = new Map([
  [5, ['ERR_STORE_LOCKED', 'is in use by another sandbox: stop it, or choose another file']],
  [6, ['ERR_STORE_LOCKED', 'is in use by another sandbox: stop it, or choose another file']],
  [8, ['ERR_STORE_UNAVAILABLE', 'cannot be written: check the permissions of the file and of its folder']],
  [10, ['ERR_STORE_UNAVAILABLE', 'cannot be read or written: check the disk']],
  [11, ['ERR_STORE_INVALID', 'is damaged: choose another file']],
  [13, ['ERR_STORE_UNAVAILABLE', 'has no space left on its disk']],
  [
    14,
    ['ERR_STORE_UNAVAILABLE', 'cannot be opened: check that it is a file, and that its folder exists and is writable'],
  ],
  [26, ['ERR_STORE_INVALID', 'is not the data file of a sandbox: choose another file']],
]);

/** Besides SQLite's codes: the folder does not exist. */
const NO_FOLDER = 'ENOENT';

/** Describes an error of a data file; the error of SQLite, whose message contains no data, is the cause. */
export function toDataFileError(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const isFolder = error instanceof Error && 'code' in error && error.code === NO_FOLDER;
  const [code, what] = MEANINGS.get(isFolder ? 14 : primaryCodeOf(error)) ?? [
    'ERR_STORE_INVALID',
    'cannot be read: choose another file',
  ];
  return new StoreError(code, `${path} ${what}`, { cause: error });
}

/** The low byte of the extended result code; 0 for errors that are not from SQLite. */
function primaryCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}
