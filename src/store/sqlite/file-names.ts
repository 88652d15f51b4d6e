import { realpathSync, statSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { StoreError } from '../../errors.ts';
import { saveSeen } from './save-copy.ts';

/** Between two looks where nothing is committed. */
const LOOK_MS = 1_000;

/** The database, its write-ahead log, and the index of the log. */
const SUFFIXES = ['', '-wal', '-shm'];

/** Watches that the files of an open database keep their names. */
export interface FileNames {
  /**
   * At a commit, before it is acknowledged, and otherwise once a second. When a name leads elsewhere, what the connection
   * sees is saved beside the file, once.
   * @throws {StoreError} `ERR_STORE_DETACHED`: now and from then on
   */
  check(moment: 'begin' | 'commit' | 'end'): void;
  readonly areLost: boolean;
}

/**
 * SQLite goes on writing to a file that was deleted, moved or replaced, and nobody finds it after the end of the process. It
 * happens to the write-ahead log when the service itself opens and closes the file in another way, such as to copy it, which
 * drops all locks of the process (sqlite.org/howtocorrupt.html, 2.2): the next shell takes itself for the last one, and
 * deletes the log.
 * @param path of a database that is open
 */
export function watchFileNames(path: string, database: DatabaseSyncInstance): FileNames {
  const file = realpathSync(path);
  const opened = new Map<string, string>();
  let lookedAt = performance.now();
  let lost: StoreError | undefined;

  /** SQLite creates the log and its index at the first commit, and leaves them there as long as the database is open. */
  function isAsOpened(suffix: string): boolean {
    const id = idOf(file + suffix);
    const known = opened.get(suffix) ?? id;
    if (known !== undefined) opened.set(suffix, known);
    return id === known;
  }

  function look(): void {
    lookedAt = performance.now();
    const missing = SUFFIXES.find((suffix) => !isAsOpened(suffix));
    if (missing !== undefined) lost = describeLoss(file, missing, saveSeen(database, `${file}.saved`));
  }

  return {
    check(moment) {
      if (lost === undefined && (moment === 'commit' || performance.now() - lookedAt >= LOOK_MS)) look();
      if (lost !== undefined) throw lost;
    },
    get areLost() {
      return lost !== undefined;
    },
  };
}

function idOf(name: string): string | undefined {
  const found = statSync(name, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function describeLoss(file: string, suffix: string, saved: ReturnType<typeof saveSeen>): StoreError {
  const outcome =
    'path' in saved
      ? `all that it holds was saved as ${saved.path}: stop the service, and put that file in its place`
      : 'saving what it holds has failed too: stop the service, and compare the file with a backup';
  return new StoreError(
    'ERR_STORE_DETACHED',
    `${file}${suffix} was deleted, moved or replaced while the service had it open, so nothing more is stored; ${outcome}`,
    'path' in saved ? { details: { savedAs: saved.path } } : { cause: saved.error },
  );
}
