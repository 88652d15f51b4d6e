import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import type { SqliteInspection } from '../store-inspection.ts';
import { DatabaseSync } from './driver.ts';
import { isMountedAlone } from './mounted-file.ts';
import { toStoreError } from './to-store-error.ts';

/** Most damages that are listed: the first ones say enough. */
const MAX_DAMAGES = 5;

/** Reads the whole file once, also while a service uses it. @throws {StoreError} it cannot be opened */
export function inspectSqlite(path: string): SqliteInspection {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      database.exec('pragma busy_timeout = 2000');
      const checked = database.prepare(`pragma quick_check(${MAX_DAMAGES})`).all().map(firstValueOf);
      const { size, mode } = statSync(path);
      const { bavail, bsize } = statfsSync(path);
      return {
        kind: 'sqlite',
        damages: checked.filter((each) => each !== 'ok'),
        journalMode: firstValueOf(database.prepare('pragma journal_mode').get()),
        isReadableByOthers: (mode & 0o077) !== 0,
        isWritable: isWritable(path),
        isMountedAlone: isMountedAlone(path),
        fileBytes: size,
        freeBytes: bavail * bsize,
      };
    } finally {
      database.close();
    }
  } catch (error) {
    throw toStoreError(error, `the database ${path}`);
  }
}

function firstValueOf(row: unknown): string {
  return String(Object.values((row ?? {}) as Record<string, unknown>)[0]);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
