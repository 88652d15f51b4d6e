import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { StoreError } from '../../errors.ts';
import { isBusy } from './to-store-error.ts';

/**
 * Takes the one lock of a database file for this process, until `release` or the end of the process, however it ends.
 *
 * The lock is SQLite's own exclusive lock on an empty database beside the file, `<file>.lock`: a byte-range lock of the
 * operating system on every platform, which dies with its holder, so that nothing stale is left after a kill -9. The
 * file itself stays and means nothing. It is not the database that is locked, so a shell may look into that meanwhile.
 * (As with every SQLite file: a process that opens and closes the lock file by other means loses its lock on it.)
 * @throws {StoreError} `ERR_STORE_LOCKED`: another bridge runs on the file, in this process or in another
 */
export function lockFile(path: string): { release: () => void } {
  const lock = new DatabaseSync(`${realPathOf(path)}.lock`);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new StoreError('ERR_STORE_LOCKED', `another bridge holds ${path}: stop it, or give another file`);
  }
  return { release: () => lock.close() };
}

/** Two names of one file must find one lock. A file that is yet to be made has the real path of its directory. */
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
