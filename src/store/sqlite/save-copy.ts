import { closeSync, openSync, rmSync } from 'node:fs';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { InputError, StoreError } from '../../errors.ts';
import { backup, DatabaseSync } from './driver.ts';

/** All pages in one step, in a thread, by one read transaction: so it neither begins again nor waits when somebody writes. */
const ALL_PAGES = 0x7f_ff_ff_ff;

/**
 * Copies a database that is in use to a file that only its owner can read.
 * @throws {InputError} `ERR_INPUT_INVALID`: there is such a file already
 * @throws {StoreError} `ERR_STORE_UNAVAILABLE`: the file cannot be created
 * @throws the error of SQLite; then there is no such file
 */
export async function copyDatabase(path: string, target: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    createTarget(target);
    await backup(source, target, { rate: ALL_PAGES }).catch((error: unknown) => {
      rmSync(target, { force: true });
      throw error;
    });
  } finally {
    source.close();
  }
}

/**
 * Saves what only this connection sees, because the files of its database have lost their names, as `<prefix>-<time>.db`.
 * Blocks the process meanwhile.
 */
export function saveSeen(
  database: DatabaseSyncInstance,
  prefix: string,
): { readonly path: string } | { readonly error: unknown } {
  const path = `${prefix}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`;
  try {
    createTarget(path);
    database.prepare('vacuum into ?').run(path);
    return { path };
  } catch (error) {
    return { error };
  }
}

function createTarget(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new InputError('ERR_INPUT_INVALID', `There is a file ${path} already: give another path.`, {
        cause: error,
      });
    throw new StoreError('ERR_STORE_UNAVAILABLE', `${path} cannot be created (${code}): check its folder`, {
      cause: error,
    });
  }
}
