/**
 * Statements of every step and every delivery. Composing and compiling one takes longer than SQLite needs to execute it,
 * so these are compiled once and executed with other values afterwards.
 */
import type {
  Compilable,
  CompiledQuery,
  Insertable,
  Kysely,
  QueryResult,
  Selectable,
  Transaction,
  Updateable,
} from 'kysely';
import type { Schema } from '../schema.ts';
import { type JudgeAnswer, sendAhead } from './send-ahead.ts';

type Values = Readonly<Record<string, unknown>>;

/** Stands for a value that is given when the statement is executed: one of several lists of values, and its name in it. */
class Placeholder {
  readonly #list: number;
  readonly #name: string;

  constructor(list: number, name: string) {
    this.#list = list;
    this.#name = name;
  }

  readFrom(lists: readonly object[]): unknown {
    return (lists[this.#list] as Values | undefined)?.[this.#name];
  }
}

type Compiled = Map<string, CompiledQuery>;

/** By the class of the adapter: all databases of one kind have the same SQL and the same plugins. */
const compiledFor = new WeakMap<object, Compiled>();

/** The statement of this key, with values. */
function compiledWith<Row>(
  db: Kysely<Schema>,
  key: string,
  compose: () => Compilable<Row>,
  lists: readonly object[],
): CompiledQuery<Row> {
  const kind = db.getExecutor().adapter.constructor;
  const known: Compiled = compiledFor.get(kind) ?? new Map();
  compiledFor.set(kind, known);
  const query = known.get(key) ?? compose().compile();
  known.set(key, query);
  const parameters = query.parameters.map((each) => (each instanceof Placeholder ? each.readFrom(lists) : each));
  return { ...query, parameters } as CompiledQuery<Row>;
}

let statements = 0;

export interface CompiledStatement<Given, Row> {
  (db: Kysely<Schema>, values: Given): Promise<QueryResult<Row>>;
  /** Sends it ahead: see `sendAhead`. */
  ahead(db: Transaction<Schema>, values: Given, judge?: JudgeAnswer): Promise<void>;
}

/**
 * Makes a statement that is composed once for each kind of database.
 * @param compose gets a placeholder for each value; what it returns must not depend on anything else
 */
export function compileOnce<Given extends Values, Row>(
  compose: (db: Kysely<Schema>, values: Given) => Compilable<Row>,
): CompiledStatement<Given, Row> {
  statements += 1;
  const key = `#${statements}`;
  const compile = (db: Kysely<Schema>, values: Given) =>
    compiledWith(db, key, () => compose(db, placeholdersFor(values)), [values]);
  return Object.assign((db: Kysely<Schema>, values: Given) => db.executeQuery(compile(db, values)), {
    ahead: (db: Transaction<Schema>, values: Given, judge?: JudgeAnswer) => sendAhead(db, compile(db, values), judge),
  });
}

/** Rows per statement; even for the widest table far below SQLite's limit of 32,766 parameters. */
const CHUNK_ROWS = 500;

/** Splits rows into chunks, one per statement. Yields nothing for an empty list. */
export function* inChunks<Row>(rows: readonly Row[], most = CHUNK_ROWS): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most);
}

/** As many rows as a step usually writes; more are compiled each time. */
const MAX_COMPILED_ROWS = 6;

/** Inserts rows that all have the same columns; sent ahead, see `sendAhead`. */
export async function insertRows<Table extends keyof Schema>(
  db: Transaction<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (const chunk of inChunks(rows)) {
    const query = chunk.length <= MAX_COMPILED_ROWS && areAlike(chunk) ? insertFew(db, table, chunk) : undefined;
    await sendAhead(db, query ?? db.insertInto(table).values(chunk).compile());
  }
}

/** Whether all have the same columns, each with a value. */
function areAlike([first = {}, ...others]: readonly object[]): boolean {
  const columns = Object.keys(first);
  const fits = (row: object) => columns.every((column) => (row as Values)[column] !== undefined);
  return fits(first) && others.every((row) => Object.keys(row).length === columns.length && fits(row));
}

function insertFew<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): CompiledQuery<unknown> {
  const key = `insert ${rows.length} ${table} ${Object.keys(rows[0] ?? {}).join(' ')}`;
  const compose = () => db.insertInto(table).values(rows.map((row, index) => placeholdersFor(row, index)));
  return compiledWith(db, key, compose, rows);
}

type Updated = 'instances' | 'jobs' | 'tasks';

/**
 * Updates the rows whose columns have these values; null: is null.
 * @returns the number of updated rows
 */
export async function updateRows<Table extends Updated>(
  db: Kysely<Schema>,
  table: Table,
  changes: Updateable<Schema[Table]>,
  where: Partial<Selectable<Schema[Table]>>,
): Promise<number> {
  const { numAffectedRows } = await db.executeQuery(compileUpdate(db, table, changes, where));
  return Number(numAffectedRows ?? 0);
}

/** As `updateRows`, but sent ahead: see `sendAhead`. */
export async function updateRowsAhead<Table extends Updated>(
  db: Transaction<Schema>,
  table: Table,
  changes: Updateable<Schema[Table]>,
  where: Partial<Selectable<Schema[Table]>>,
): Promise<void> {
  await sendAhead(db, compileUpdate(db, table, changes, where));
}

function compileUpdate<Table extends Updated>(
  db: Kysely<Schema>,
  table: Table,
  changes: Updateable<Schema[Table]>,
  where: Partial<Selectable<Schema[Table]>>,
): CompiledQuery<unknown> {
  const key = `update ${table} ${namesOf(changes).join(' ')} where ${describe(where)}`;
  // Typed as one of the tables, because Kysely cannot follow a table that is a type parameter.
  const compose = () => {
    const columns = Object.entries(where) as [never, unknown][];
    let query = db.updateTable(table as 'tasks').set(placeholdersFor(changes as Updateable<Schema['tasks']>, 1));
    for (const [column, value] of columns) {
      query =
        value === null
          ? query.where(column, 'is', null)
          : query.where(column, '=', new Placeholder(0, column) as never);
    }
    return query;
  };
  return compiledWith(db, key, compose, [where, changes]);
}

/** Returns the only row whose column has this value. */
export async function findRow<Table extends 'instances' | 'tasks'>(
  db: Kysely<Schema>,
  table: Table,
  where: Partial<Selectable<Schema[Table]>>,
): Promise<Selectable<Schema[Table]> | undefined> {
  const compose = () => {
    let query = db.selectFrom(table as 'tasks').selectAll();
    for (const column of Object.keys(where))
      query = query.where(column as 'taskId', '=', new Placeholder(0, column) as never);
    return query;
  };
  const query = compiledWith(db, `select ${table} ${Object.keys(where).join(' ')}`, compose, [where]);
  const { rows } = await db.executeQuery(query);
  return rows[0] as Selectable<Schema[Table]> | undefined;
}

function describe(where: Readonly<Record<string, unknown>>): string {
  return Object.entries(where)
    .map(([column, value]) => (value === null ? `${column} is null` : column))
    .join(' ');
}

/** Placeholders have the type of what they stand for, so that statements are checked like others. */
function placeholdersFor<List extends object>(values: List, list = 0): List {
  return Object.fromEntries(namesOf(values).map((name) => [name, new Placeholder(list, name)])) as List;
}

/** What is undefined is left out, as Kysely does. */
function namesOf(values: object): string[] {
  return Object.keys(values).filter((name) => (values as Values)[name] !== undefined);
}
