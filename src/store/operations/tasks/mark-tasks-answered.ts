import type { Kysely, Transaction } from 'kysely';
import type { Report } from '../../../protocol/report.ts';
import type { TaskRow } from '../../port.ts';
import { readObject } from '../../rows/read-json.ts';
import { readTask } from '../../rows/task.ts';
import type { Schema } from '../../schema.ts';

/** One query for the nightly request of a large center, and below SQLite's limit of 32,766 parameters. */
const IDS_OF_A_QUERY = 10_000;

export async function markTasksAnswered(db: Kysely<Schema>, taskIds: readonly string[]): Promise<TaskRow[]> {
  return await db.transaction().execute(async (transaction) => {
    const tasks: TaskRow[] = [];
    for (const ids of chunksOf([...new Set(taskIds)])) {
      const records = await transaction.selectFrom('tasks').selectAll().where('taskId', 'in', ids).execute();
      for (const record of records) tasks.push(readTask(record));
    }
    await markReportsAsRepeats(
      transaction,
      tasks.filter((task) => task.closedAt !== null && task.report !== null),
    );
    return tasks;
  });
}

/** The status answer contains the same state as the undelivered reports of these tasks, so the reports become repeats. */
async function markReportsAsRepeats(db: Transaction<Schema>, tasks: readonly TaskRow[]): Promise<void> {
  const answered = new Set(tasks.map((task) => task.taskId));
  const repeats: number[] = [];
  for (const instanceIds of chunksOf([...new Set(tasks.map((task) => task.instanceId))])) {
    const entries = await db
      .selectFrom('outbox')
      .select(['seq', 'report'])
      .where('instanceId', 'in', instanceIds)
      .where('state', 'in', ['pending', 'parked'])
      .where('repeat', '=', 0)
      .execute();
    for (const { seq, report } of entries) {
      const { item } = readObject<Report>(report, { table: 'outbox', id: seq });
      if (answered.has(item.previousTaskId)) repeats.push(seq);
    }
  }
  for (const seqs of chunksOf(repeats.toSorted((one, other) => one - other))) {
    // Rows are locked in the order of their keys, to avoid deadlocks.
    await db
      .with('repeats', (rows) =>
        rows.selectFrom('outbox').select('seq').where('seq', 'in', seqs).orderBy('seq').forNoKeyUpdate(),
      )
      .updateTable('outbox')
      .set({ repeat: 1 })
      .where('seq', 'in', (row) => row.selectFrom('repeats').select('repeats.seq'))
      .execute();
  }
}

function* chunksOf<Value>(values: readonly Value[]): Generator<Value[]> {
  for (let from = 0; from < values.length; from += IDS_OF_A_QUERY) yield values.slice(from, from + IDS_OF_A_QUERY);
}
