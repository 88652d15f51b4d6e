import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { createPrivateFile } from '../../private-file.ts';

/**
 * Locks a data file for this process until `release` or the end of the process, however it ends. The lock is SQLite's
 * lock on an empty database next to the file, `<file>.lock`; a lock on the data file itself would outlive its closing
 * until the statements are garbage-collected. The lock file is not deleted.
 * @throws {Error} of SQLite, busy: another sandbox, in this process or another, has the lock
 */
export function lockDataFile(path: string): { release(): void } {
  const lockPath = `${realPathOf(path)}.lock`;
  createPrivateFile(lockPath);
  const lock = new DatabaseSync(lockPath);
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
}

/** Different names of one file must lead to the same lock. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}
