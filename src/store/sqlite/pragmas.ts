import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * WAL with FULL: a commit is on the disk before it is acknowledged, with one sync per commit. fullfsync: without it, macOS
 * only writes to the cache of the drive. The busy timeout is short, because it blocks the whole process, and only a shell
 * or a backup can hold a lock.
 */
const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'fullfsync = ON',
  'checkpoint_fullfsync = ON',
  'foreign_keys = ON',
  'busy_timeout = 2000',
];

/** Makes commits durable across crashes and power failures. Changes the file if it is new. */
export function setPragmas(database: DatabaseSyncInstance): void {
  for (const pragma of PRAGMAS) database.exec(`pragma ${pragma}`);
}
