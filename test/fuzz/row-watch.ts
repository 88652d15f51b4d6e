import { DatabaseSync } from '@photostructure/sqlite';
import type { DatabaseFile } from '../bridge/database-file.ts';

/** A row that somebody inserted, updated or deleted. */
export interface ChangedRow {
  readonly table: string;
  /** Instance or task that it belongs to; empty when to none. */
  readonly owner: string;
}

export interface RowWatch extends Disposable {
  /** What changed since the last look, of every table of the bridge, in order. */
  take(): readonly ChangedRow[];
  /** Steps committed so far, over all instances. */
  steps(): number;
  /** Changes with every commit of anybody. */
  version(): number;
}

/** Lets triggers of the database write down each changed row, which costs the same however many rows there are. */
export function watchRows(file: DatabaseFile): RowWatch {
  const reader = new DatabaseSync(file.path, { readOnly: true });
  const rows = (sql: string) => reader.prepare(sql).all() as Readonly<Record<string, unknown>>[];
  const tables = rows("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'");
  const script = ['create table row_changes (number integer primary key, "table" text, owner text)'];
  for (const table of tables.map(({ name }) => String(name))) {
    const columns = rows(`pragma table_info(${table})`).map(({ name }) => String(name));
    const owner = ['instance_id', 'task_id'].find((name) => columns.includes(name));
    for (const [event, row] of Object.entries({ insert: 'new', update: 'new', delete: 'old' })) {
      const value = owner === undefined ? "''" : `coalesce(${row}.${owner}, '')`;
      script.push(
        `create trigger watch_${table}_${event} after ${event} on ${table} begin ` +
          `insert into row_changes ("table", owner) values ('${table}', ${value}); end`,
      );
    }
  }
  file.run(script.join(';\n'));
  const changes = reader.prepare('select number, "table", owner from row_changes where number > ? order by number');
  const revisions = reader.prepare('select coalesce(sum(revision), 0) as steps from instances');
  const commits = reader.prepare('pragma data_version');
  let seen = 0;
  return {
    take() {
      const found = changes.all(seen) as unknown as (ChangedRow & { readonly number: number })[];
      seen = found.at(-1)?.number ?? seen;
      return found;
    },
    steps: () => Number(Object.values(revisions.get() ?? {})[0]),
    version: () => Number(Object.values(commits.get() ?? {})[0]),
    [Symbol.dispose]: () => reader.close(),
  };
}
