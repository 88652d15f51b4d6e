/**
 * Statements of every step and every delivery. Composing and compiling one takes longer than SQLite needs to execute it,
 * so these are compiled once and executed with other values afterwards.
 */
import type { Compilable, CompiledQuery, Insertable, Kysely, QueryResult, Selectable, Updateable } from 'kysely';
import type { Schema } from '../../schema.ts';
import { inChunks } from './in-chunks.ts';

/** Stands for a value that is given when the statement is executed. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Compiled = Map<string, CompiledQuery>;

/** By the class of the adapter: all databases of one kind have the same SQL and the same plugins. */
const compiledFor = new WeakMap<object, Compiled>();

async function execute<Row>(
  db: Kysely<Schema>,
  key: string,
  compose: () => Compilable<Row>,
  values: Readonly<Record<string, unknown>>,
): Promise<QueryResult<Row>> {
  const kind = db.getExecutor().adapter.constructor;
  const known: Compiled = compiledFor.get(kind) ?? new Map();
  compiledFor.set(kind, known);
  const query = known.get(key) ?? compose().compile();
  known.set(key, query);
  const parameters = query.parameters.map((each) => (each instanceof Placeholder ? values[each.name] : each));
  return await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>);
}

let statements = 0;

/**
 * Makes a statement that is composed once for each kind of database.
 * @param compose gets a placeholder for each value; what it returns must not depend on anything else
 */
export function compileOnce<Values extends Readonly<Record<string, unknown>>, Row>(
  compose: (db: Kysely<Schema>, values: Values) => Compilable<Row>,
): (db: Kysely<Schema>, values: Values) => Promise<QueryResult<Row>> {
  statements += 1;
  const key = `#${statements}`;
  return (db, values) => execute(db, key, () => compose(db, placeholdersFor(values)), values);
}

/** As many rows as a step usually writes; more are compiled each time. */
const MAX_COMPILED_ROWS = 4;

/** Inserts rows that all have the same columns. */
export async function insertRows<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  for (const chunk of inChunks(rows)) {
    const isFixed = chunk.every((row) => !Object.values(row).includes(undefined));
    if (!isFixed || chunk.length > MAX_COMPILED_ROWS) await db.insertInto(table).values(chunk).execute();
    else await insertFew(db, table, chunk);
  }
}

async function insertFew<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  const values = Object.assign({}, ...rows.map((row, index) => named(row, index)));
  const key = `insert ${table} ${Object.keys(values).join(' ')}`;
  const compose = () => db.insertInto(table).values(rows.map((row, index) => placeholdersFor(row, index)));
  await execute(db, key, compose, values);
}

/**
 * Updates the rows whose columns have these values; null: is null.
 * @returns the number of updated rows
 */
export async function updateRows<Table extends 'instances' | 'jobs' | 'tasks'>(
  db: Kysely<Schema>,
  table: Table,
  changes: Updateable<Schema[Table]>,
  where: Partial<Selectable<Schema[Table]>>,
): Promise<number> {
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
  const { numAffectedRows } = await execute(db, key, compose, { ...named(changes, 'set'), ...where });
  return Number(numAffectedRows ?? 0);
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
  const { rows } = await execute(db, `select ${table} ${Object.keys(where).join(' ')}`, compose, where);
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
