import { closeSync, fchmodSync, fchownSync, openSync, statSync } from 'node:fs';

/**
 * Creates an empty file that only its owner can read and write, where there is none; SQLite takes it for a new database,
 * and gives its log the same mode. The mode of a file that exists is the operator's.
 * @param like a file whose owner and mode it gets, if that exists: what root creates beside the file of a service must not lock that out
 */
export function createPrivateFile(path: string, like?: string): void {
  try {
    const file = openSync(path, 'ax', 0o600);
    try {
      const found = like === undefined ? undefined : statSync(like, { throwIfNoEntry: false });
      if (found !== undefined) {
        fchmodSync(file, found.mode & 0o777);
        fchownSync(file, found.uid, found.gid);
      }
    } finally {
      closeSync(file);
    }
  } catch {
    // It exists, is another's who may give nothing away, or SQLite says better why it cannot be opened.
  }
}
