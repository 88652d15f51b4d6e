import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/**
 * Takes the one lock of a data file for this process, until `release` or the end of the process, however it ends. It is
 * SQLite's lock on an empty database beside the file, `<file>.lock`, since the driver would keep a lock on the file
 * itself after closing it, until the garbage collector has seen its statements. The file of the lock stays.
 * @throws {Error} of SQLite, busy: another sandbox has it, in this process or in another
 */
export function lockDataFile(path: string): { release(): void } {
  const lock = new DatabaseSync(`${realPathOf(path)}.lock`);
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
}

/** Two names of one file must find one lock. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}
