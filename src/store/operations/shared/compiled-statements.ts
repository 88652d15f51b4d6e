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
import type { Schema } from '../../schema.ts';
import { inChunks } from './in-chunks.ts';
import { type JudgeAnswer, sendAhead } from './send-ahead.ts';

/** Stands for a value that is given when the statement is executed. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Compiled = Map<string, CompiledQuery>;

type Values = Readonly<Record<string, unknown>>;

/** By the class of the adapter: all databases of one kind have the same SQL and the same plugins. */
const compiledFor = new WeakMap<object, Compiled>();

/** The statement of this key, with values. */
function compiledWith<Row>(
  db: Kysely<Schema>,
  key: string,
  compose: () => Compilable<Row>,
  values: Values,
): CompiledQuery<Row> {
  const kind = db.getExecutor().adapter.constructor;
  const known: Compiled = compiledFor.get(kind) ?? new Map();
  compiledFor.set(kind, known);
  const query = known.get(key) ?? compose().compile();
  known.set(key, query);
  const parameters = query.parameters.map((each) => (each instanceof Placeholder ? values[each.name] : each));
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
    compiledWith(db, key, () => compose(db, placeholdersFor(values)), values);
  return Object.assign((db: Kysely<Schema>, values: Given) => db.executeQuery(compile(db, values)), {
    ahead: (db: Transaction<Schema>, values: Given, judge?: JudgeAnswer) => sendAhead(db, compile(db, values), judge),
  });
}

/** As many rows as a step usually writes; more are compiled each time. */
const MAX_COMPILED_ROWS = 4;

/** Inserts rows that all have the same columns; sent ahead, see `sendAhead`. */
export async function insertRows<Table extends keyof Schema>(
  db: Transaction<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (const chunk of inChunks(rows)) {
    const isFixed = chunk.every((row) => !Object.values(row).includes(undefined));
    const query = isFixed && chunk.length <= MAX_COMPILED_ROWS ? insertFew(db, table, chunk) : undefined;
    await sendAhead(db, query ?? db.insertInto(table).values(chunk).compile());
  }
}

function insertFew<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): CompiledQuery<unknown> {
  const values = Object.assign({}, ...rows.map((row, index) => named(row, index)));
  const key = `insert ${table} ${Object.keys(values).join(' ')}`;
  const compose = () => db.insertInto(table).values(rows.map((row, index) => placeholdersFor(row, index)));
  return compiledWith(db, key, compose, values);
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
  const key = `update ${table} ${Object.keys(named(changes, 'set')).join(' ')} where ${describe(where)}`;
  // Typed as one of the tables, because Kysely cannot follow a table that is a type parameter.
  const compose = () => {
    const columns = Object.entries(where) as [never, unknown][];
    let query = db.updateTable(table as 'tasks').set(placeholdersFor(changes as Updateable<Schema['tasks']>, 'set'));
    for (const [column, value] of columns) {
      query =
        value === null ? query.where(column, 'is', null) : query.where(column, '=', new Placeholder(column) as never);
    }
    return query;
  };
  return compiledWith(db, key, compose, { ...named(changes, 'set'), ...where });
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
      query = query.where(column as 'taskId', '=', new Placeholder(column) as never);
    return query;
  };
  const query = compiledWith(db, `select ${table} ${Object.keys(where).join(' ')}`, compose, where);
  const { rows } = await db.executeQuery(query);
  return rows[0] as Selectable<Schema[Table]> | undefined;
}

function describe(where: Readonly<Record<string, unknown>>): string {
  return Object.entries(where)
    .map(([column, value]) => (value === null ? `${column} is null` : column))
    .join(' ');
}

/** Placeholders have the type of what they stand for, so that statements are checked like others. */
function placeholdersFor<Values extends object>(values: Values, prefix?: number | string): Values {
  return Object.fromEntries(
    Object.keys(named(values, prefix)).map((name) => [name.replace(/^.*:/, ''), new Placeholder(name)]),
  ) as Values;
}

/** The values by the names of their placeholders; what is undefined is left out, as Kysely does. */
function named(values: object, prefix?: number | string): Readonly<Record<string, unknown>> {
  if (prefix === undefined) return values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[`${prefix}:${name}`, value]])),
  );
}
