import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * WAL with FULL: a commit is on the disk before it is acknowledged, at one sync each. fullfsync: without it macOS only
 * hands it to the drive's cache. The busy time-out is short, since it stops the whole process, and only a shell or a
 * backup can be in the way.
 */
const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'fullfsync = ON',
  'checkpoint_fullfsync = ON',
  'foreign_keys = ON',
  'busy_timeout = 2000',
];

/** Makes what is committed over this connection survive a kill and a power cut. Changes the file when it is new. */
export function setPragmas(database: DatabaseSyncInstance): void {
  for (const pragma of PRAGMAS) database.exec(`pragma ${pragma}`);
}
