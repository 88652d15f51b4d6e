import type { Dump } from '../../bridge/database-file.ts';

/** The tables that retention takes rows from, and their keys. */
export const KEYS = {
  jobs: 'job_id',
  outbox: 'seq',
  messages: 'seq',
  incidents: 'incident_id',
  history: 'seq',
} as const;

/** Where the rows of a table go when they are deleted. */
export const keptOf = (table: string): string => `kept_${table}`;

/** SQL that has an embedded database keep what is deleted, in the same transaction. */
export function sqliteKeeping(): string {
  return Object.entries(KEYS)
    .map(
      ([table, key]) => `create table ${keptOf(table)} as select * from ${table} where false;
        create trigger keep_${table} before delete on ${table} begin
          insert into ${keptOf(table)} select * from ${table} where ${key} = old.${key};
        end;`,
    )
    .join('\n');
}

/** The same for a server. */
export function postgresKeeping(): string {
  return Object.keys(KEYS)
    .map(
      (table) => `create table ${keptOf(table)} (like ${table});
        create function keep_${table}() returns trigger language plpgsql as
          $$ begin insert into ${keptOf(table)} select old.*; return old; end $$;
        create trigger keep_${table} before delete on ${table} for each row execute function keep_${table}();`,
    )
    .join('\n');
}

/** Every row there ever was, in order of commit where the table has one. */
export function withKept(dump: Dump): Dump {
  const whole = Object.keys(KEYS).map((table) => {
    const rows = [...(dump[keptOf(table)] ?? []), ...(dump[table] ?? [])];
    return [table, rows.toSorted((one, other) => Number(one.seq ?? 0) - Number(other.seq ?? 0))] as const;
  });
  return { ...dump, ...Object.fromEntries(whole) };
}
