import type { Transaction } from 'kysely';
import type { SweepPlace, Swept } from '../../port.ts';
import type { Schema } from '../../schema.ts';

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
  deleteResolvedIncidents,
  deleteByKey('history', 'seq'),
];

/** Also deletes rows that were added after the first pass: refused presses and incidents. Presses before their tasks. */
const REST_OF_ENDED: readonly DeleteSome[] = [
  deletePresses,
  deleteByKey('incidents', 'incidentId'),
  deleteByKey('tasks', 'seq'),
  deleteByKey('history', 'seq'),
];

export async function deleteRowsOfEnded(
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

export async function deleteEnded(
  db: Transaction<Schema>,
  before: number,
  limit: number,
  from: SweepPlace,
): Promise<Swept> {
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
  const ended = await db
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
  return ended;
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

function deleteByKey<Table extends keyof KeyOf>(table: Table, key: KeyOf[Table]): DeleteSome {
  // Typed as one of the tables, because these columns have the same names in all of them.
  const from = table as 'jobs';
  const id = key as 'jobId';
  return async (db, instanceIds, limit) => {
    const { numDeletedRows } = await db
      .deleteFrom(from)
      .where(id, 'in', (row) => row.selectFrom(from).select(id).where('instanceId', 'in', instanceIds).limit(limit))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  };
}

async function deleteResolvedIncidents(
  db: Transaction<Schema>,
  instanceIds: readonly string[],
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('incidents')
    .where('incidentId', 'in', (row) =>
      row
        .selectFrom('incidents')
        .select('incidentId')
        .where('instanceId', 'in', instanceIds)
        .where('resolvedAt', 'is not', null)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
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
