import { closeSync, openSync } from 'node:fs';

/**
 * Creates an empty file that only its owner can read and write, where there is none; SQLite takes it for a new database,
 * and gives its log the same mode. The mode of a file that exists is the operator's.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch {
    // It exists, or SQLite says better why it cannot be opened.
  }
}
