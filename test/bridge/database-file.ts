import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Every row of every table but those of `presses`, which remembers refusals too. */
export type Dump = Readonly<Record<string, Rows>>;

/** A database file of one test, which may be looked into while a bridge runs on it. */
export interface DatabaseFile extends Disposable {
  readonly path: string;
  /** Value of the bridge's option. */
  readonly store: string;
  dump(): Dump;
  presses(): Rows;
  /** Runs SQL on the file beside the bridge: a trigger that refuses a row is a disk that fails at that moment. */
  run(sql: string): void;
}

/** In memory where a system offers that: a disk would be waited for at each commit, and only a power cut could tell. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Folders of files that were disposed of. A bridge may be open on one until its test is over, and would miss it. */
const disposed: string[] = [];
const removeDisposed = () => {
  for (const directory of disposed.splice(0)) rmSync(directory, { recursive: true, force: true });
};
process.once('exit', removeDisposed);

export function createDatabaseFile(): DatabaseFile {
  removeDisposed();
  const directory = mkdtempSync(join(FOLDER, 'bridge-'));
  const path = join(directory, 'bridge.db');
  const read = <Result>(use: (database: InstanceType<typeof DatabaseSync>) => Result): Result => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return use(database);
    } finally {
      database.close();
    }
  };
  return {
    path,
    store: `sqlite:${path}`,
    dump: () =>
      read((database) => {
        const names = database
          .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
          .all()
          .map(({ name }) => String(name))
          .filter((name) => name !== 'presses');
        return Object.fromEntries(names.map((name) => [name, database.prepare(`select * from ${name}`).all() as Rows]));
      }),
    presses: () => read((database) => database.prepare('select * from presses').all() as Rows),
    run(sql) {
      const database = new DatabaseSync(path);
      try {
        database.exec(sql);
      } finally {
        database.close();
      }
    },
    [Symbol.dispose]: () => void disposed.push(directory),
  };
}
