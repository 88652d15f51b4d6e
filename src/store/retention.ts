import type { ExpressionBuilder, ExpressionWrapper, SqlBool, Transaction } from 'kysely';
import type { Schema } from './schema.ts';
import { type Database, inTransaction } from './statements/database.ts';

/**
 * Kinds of rows that expire.
 * `rows-of-ended`: all rows of ended instances except tasks: jobs, subscriptions, reports, presses, messages, resolved
 * incidents and history. `ended`: the instances whose rows were deleted, their tasks, and rows that were added later.
 * `without-instance`: settled messages of the host, their history, and resolved incidents of timer starts.
 * `definitions`: superseded definitions without instances.
 */
export type ExpiringKind = 'rows-of-ended' | 'ended' | 'without-instance' | 'definitions';

/** The position of a sweep over instances, which are ordered by their end. */
export interface SweepPlace {
  readonly endedAt: number;
  readonly instanceId: string;
}

export interface Expiry {
  readonly kind: ExpiringKind;
  /** Rows that ended before this time are deleted; epoch milliseconds. */
  readonly before: number;
  /** Approximate maximum number of rows that one call deletes in its transaction. */
  readonly limit: number;
  /** `next` of the previous call; absent in the first call of a sweep. */
  readonly from?: SweepPlace;
}

export interface Swept {
  /** Number of deleted rows, without cascaded ones. */
  readonly deleted: number;
  /** `from` of the next call; null: the sweep is complete. */
  readonly next: SweepPlace | null;
}

/** Sorts before every instance. */
const FIRST: SweepPlace = { endedAt: 0, instanceId: '' };

/**
 * Deletes some of the expired rows; call it again until `next` is null. An instance is skipped with all its rows while
 * one of its reports or messages is pending or parked, or one of its jobs is queued or has an open incident.
 * After a crash, an instance may have lost only some of its rows; nothing depends on the others, and the next sweep
 * deletes them. Several bridges may call it concurrently; they do not wait for each other, and no step waits for them.
 */
export async function deleteExpired(db: Database, { kind, before, limit, from = FIRST }: Expiry): Promise<Swept> {
  return inTransaction(db, async (transaction): Promise<Swept> => {
    switch (kind) {
      case 'rows-of-ended':
        return deleteRowsOfEnded(transaction, before, limit, from);
      case 'ended':
        return deleteEnded(transaction, before, limit, from);
      case 'without-instance':
        return untilNoneLeft(await deleteWithoutInstance(transaction, before, limit));
      case 'definitions':
        return untilNoneLeft(await deleteUnusedDefinitions(transaction, before, limit));
    }
  });

  /** These queries find only rows to delete, so every call starts from the beginning. */
  function untilNoneLeft(deleted: number): Swept {
    return { deleted, next: deleted < limit ? null : FIRST };
  }
}

/** Instances per call. Together they have a few hundred rows, about as many as one call deletes. */
const INSTANCES_OF_A_CALL = 20;

/** @returns the number of deleted rows, at most `limit` */
type DeleteSome = (db: Transaction<Schema>, instanceIds: readonly string[], limit: number) => Promise<number>;

/** The history is last, because its readers on PostgreSQL wait for transactions that have changed it. */
const ROWS_OF_ENDED: readonly DeleteSome[] = [
  deleteByKey('jobs', 'jobId'),
  deleteByKey('outbox', 'seq'),
  deletePresses,
  deleteByKey('messages', 'seq'),
  deleteByKey('incidents', 'incidentId', isResolved),
  deleteByKey('history', 'seq'),
];

/** Also deletes rows that were added after the first pass: refused presses and incidents. Presses before their tasks. */
const REST_OF_ENDED: readonly DeleteSome[] = [
  deletePresses,
  deleteByKey('incidents', 'incidentId'),
  deleteByKey('tasks', 'seq'),
  deleteByKey('history', 'seq'),
];

async function deleteRowsOfEnded(
  db: Transaction<Schema>,
  before: number,
  limit: number,
  from: SweepPlace,
): Promise<Swept> {
  const ended = await takeEnded(db, { cleared: 0, before, from });
  const finished = await omitUnfinished(db, ended);
  const deleted = await deleteUpTo(limit, ROWS_OF_ENDED, db, finished);
  // These instances may have more rows, so the next call starts with them again.
  if (deleted >= limit) return { deleted, next: from };
  if (finished.length > 0) {
    await db.deleteFrom('subscriptions').where('instanceId', 'in', finished).execute();
    await db.updateTable('instances').set({ cleared: 1 }).where('instanceId', 'in', finished).execute();
  }
  return { deleted, next: ended.at(-1) ?? null };
}

async function deleteEnded(db: Transaction<Schema>, before: number, limit: number, from: SweepPlace): Promise<Swept> {
  const ended = await takeEnded(db, { cleared: 1, before, from });
  const instanceIds = ended.map(({ instanceId }) => instanceId);
  const deleted = await deleteUpTo(limit, REST_OF_ENDED, db, instanceIds);
  if (deleted >= limit) return { deleted, next: from };
  if (instanceIds.length > 0) await db.deleteFrom('instances').where('instanceId', 'in', instanceIds).execute();
  return { deleted: deleted + instanceIds.length, next: ended.at(-1) ?? null };
}

/**
 * Locks instances before their rows, like a step, and skips instances that are already locked. So sweeps neither wait nor
 * deadlock.
 */
async function takeEnded(
  db: Transaction<Schema>,
  { cleared, before, from }: { readonly cleared: 0 | 1; readonly before: number; readonly from: SweepPlace },
): Promise<SweepPlace[]> {
  return db
    .selectFrom('instances')
    .select(['instanceId', 'endedAt'])
    .$narrowType<{ endedAt: number }>()
    .where('cleared', '=', cleared)
    .where('endedAt', '<=', before)
    .where((row) => row(row.refTuple('endedAt', 'instanceId'), '>', row.tuple(from.endedAt, from.instanceId)))
    .orderBy('endedAt')
    .orderBy('instanceId')
    .limit(INSTANCES_OF_A_CALL)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/**
 * Returns the instances without undelivered reports or messages, queued jobs and open incidents of jobs. None of these
 * can be added to an ended instance, so the result is valid until the end of the transaction.
 */
async function omitUnfinished(db: Transaction<Schema>, ended: readonly SweepPlace[]): Promise<string[]> {
  const instanceIds = ended.map(({ instanceId }) => instanceId);
  if (instanceIds.length === 0) return [];
  const unfinished = await db
    .selectFrom('outbox')
    .select('instanceId')
    .where('instanceId', 'in', instanceIds)
    .where('state', 'in', ['pending', 'parked'])
    .union((query) =>
      query
        .selectFrom('messages')
        .select('instanceId')
        .$narrowType<{ instanceId: string }>()
        .where('instanceId', 'in', instanceIds)
        .where('state', 'in', ['pending', 'parked']),
    )
    .union((query) =>
      query
        .selectFrom('jobs')
        .select('instanceId')
        .where('instanceId', 'in', instanceIds)
        .where('state', '=', 'queued'),
    )
    .union((query) =>
      query
        .selectFrom('incidents')
        .select('instanceId')
        .$narrowType<{ instanceId: string }>()
        .where('instanceId', 'in', instanceIds)
        .where('kind', '=', 'job')
        .where('resolvedAt', 'is', null),
    )
    .execute();
  const kept = new Set(unfinished.map(({ instanceId }) => instanceId));
  return instanceIds.filter((instanceId) => !kept.has(instanceId));
}

async function deleteUpTo(
  limit: number,
  deletions: readonly DeleteSome[],
  db: Transaction<Schema>,
  instanceIds: readonly string[],
): Promise<number> {
  let deleted = 0;
  if (instanceIds.length === 0) return deleted;
  for (const deleteSome of deletions) {
    if (deleted >= limit) break;
    deleted += await deleteSome(db, instanceIds, limit - deleted);
  }
  return deleted;
}

/** The tables with a column `instanceId`, and their keys. */
interface KeyOf {
  readonly jobs: 'jobId';
  readonly outbox: 'seq';
  readonly messages: 'seq';
  readonly incidents: 'incidentId';
  readonly history: 'seq';
  readonly tasks: 'seq';
}

type Condition<Table extends keyof Schema> = (
  row: ExpressionBuilder<Schema, Table>,
) => ExpressionWrapper<Schema, Table, SqlBool>;

/** @param only default: all rows of the instances */
function deleteByKey<Table extends keyof KeyOf>(table: Table, key: KeyOf[Table], only?: Condition<Table>): DeleteSome {
  // Typed as one of the tables, because these columns have the same names in all of them.
  const from = table as 'jobs';
  const id = key as 'jobId';
  const condition = only as Condition<'jobs'> | undefined;
  return async (db, instanceIds, limit) => {
    const { numDeletedRows } = await db
      .deleteFrom(from)
      .where(id, 'in', (row) => {
        const rows = row.selectFrom(from).select(id).where('instanceId', 'in', instanceIds).limit(limit);
        return condition === undefined ? rows : rows.where(condition);
      })
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  };
}

function isResolved(row: ExpressionBuilder<Schema, 'incidents'>) {
  return row('resolvedAt', 'is not', null);
}

async function deletePresses(db: Transaction<Schema>, instanceIds: readonly string[], limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('presses')
    .where((row) =>
      row(
        row.refTuple('uuid', 'taskId', 'actionKey'),
        'in',
        row
          .selectFrom('tasks')
          .innerJoin('presses as made', 'made.taskId', 'tasks.taskId')
          .where('tasks.instanceId', 'in', instanceIds)
          .select(['made.uuid', 'made.taskId', 'made.actionKey'])
          .limit(limit)
          .$asTuple('uuid', 'taskId', 'actionKey'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** @returns the number of deleted rows, at most `limit` */
async function deleteWithoutInstance(db: Transaction<Schema>, before: number, limit: number): Promise<number> {
  let deleted = await deleteOfNone(db, limit, {
    table: 'messages',
    key: 'seq',
    isOld: (row) =>
      row.and([
        row('freeAt', 'is', null),
        // `dueAt` narrows the index range, because it is before `sentAt`. The age of a skipped message is that of its last attempt.
        row('dueAt', '<=', before),
        row('state', 'in', ['sent', 'partial', 'skipped']),
        row.or([row('sentAt', 'is', null), row('sentAt', '<=', before)]),
      ]),
  });
  if (deleted < limit) {
    const resolved: OfNone<'incidents'> = {
      table: 'incidents',
      key: 'incidentId',
      isOld: (row) => row('resolvedAt', '<=', before),
    };
    deleted += await deleteOfNone(db, limit - deleted, resolved);
  }
  // The history is last, because its readers on PostgreSQL wait for transactions that have changed it.
  if (deleted < limit) {
    const entries: OfNone<'history'> = { table: 'history', key: 'seq', isOld: (row) => row('at', '<=', before) };
    deleted += await deleteOfNone(db, limit - deleted, entries);
  }
  return deleted;
}

interface OfNone<Table extends 'messages' | 'incidents' | 'history'> {
  readonly table: Table;
  readonly key: KeyOf[Table];
  readonly isOld: Condition<Table>;
}

/** Deletes rows without an instance. Locked ones are skipped. */
async function deleteOfNone<Table extends 'messages' | 'incidents' | 'history'>(
  db: Transaction<Schema>,
  limit: number,
  { table, key, isOld }: OfNone<Table>,
): Promise<number> {
  // Typed as one of the tables, because these columns have the same names in all of them.
  const from = table as 'messages';
  const id = key as 'seq';
  const { numDeletedRows } = await db
    .with('old', (old) =>
      old
        .selectFrom(from)
        .select(id)
        .where('instanceId', 'is', null)
        .where(isOld as Condition<'messages'>)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom(from)
    .where(id, 'in', (row) => row.selectFrom('old').select(`old.${id}`))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** @returns the number of deleted definitions, at most `limit` */
async function deleteUnusedDefinitions(db: Transaction<Schema>, before: number, limit: number): Promise<number> {
  const unused = await db
    .selectFrom('definitions')
    .select('definitionId')
    .where('supersededAt', '<=', before)
    .where(isUnused)
    .orderBy('supersededAt')
    .orderBy('definitionId')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (unused.length === 0) return 0;
  const ids = unused.map(({ definitionId }) => definitionId);
  // Checked again under the lock: an instance may have been stored between the query and the lock.
  const { numDeletedRows } = await db
    .deleteFrom('definitions')
    .where('definitionId', 'in', ids)
    .where(isUnused)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Latest definitions and timer starts need no check, because they never refer to a superseded definition. */
function isUnused(row: ExpressionBuilder<Schema, 'definitions'>): ExpressionWrapper<Schema, 'definitions', SqlBool> {
  const instances = row
    .selectFrom('instances')
    .select('instances.instanceId')
    .whereRef('instances.definitionId', '=', 'definitions.definitionId');
  return row.not(row.exists(instances));
}
