import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StoreError } from '../../errors.ts';
import { createPrivateFile } from '../../private-file.ts';
import { DatabaseSync } from './driver.ts';
import { isBusy } from './to-store-error.ts';

/**
 * Locks a database file for this process until `release` or the end of the process, even if it is killed.
 *
 * The lock is SQLite's exclusive lock on an empty database next to the file, `<file>.lock`. On every platform this is a
 * byte-range lock of the operating system, which ends with its process, so no stale lock is left after a kill -9. The lock
 * file is not deleted; its existence alone means nothing. The database itself is not locked, so a shell can read it.
 * (As with every SQLite file on POSIX systems, a process that opens and closes the lock file in another way loses its lock.)
 * @throws {StoreError} `ERR_STORE_LOCKED`: another bridge uses the file, in this or another process
 */
export function lockFile(path: string): { release: () => void } {
  const realPath = realPathOf(path);
  const lockPath = `${realPath}.lock`;
  createPrivateFile(lockPath, realPath);
  const lock = new DatabaseSync(lockPath);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new StoreError('ERR_STORE_LOCKED', `another bridge uses ${path}: stop it, or use another file`);
  }
  return { release: () => lock.close() };
}

/** Resolves links, so that all names of a file have the same lock. If the file does not exist, resolves its directory. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const directory = dirname(path);
    try {
      return join(realpathSync(directory), basename(path));
    } catch (error) {
      throw new StoreError('ERR_STORE_UNAVAILABLE', `the directory of ${path} cannot be read: create it`, {
        cause: error,
      });
    }
  }
}
