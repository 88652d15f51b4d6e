import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { Report } from '../../../protocol/report.ts';
import type { TaskReport } from '../../../protocol/task-view.ts';
import type { OutboxRetry } from '../../port.ts';
import { readObject } from '../../rows/read-json.ts';
import type { Schema } from '../../schema.ts';
import { putReportHistory } from '../history/put-report-history.ts';
import { lockInstanceOf, releaseWaiting } from './waiting-entries.ts';

export async function retryOutbox(db: Kysely<Schema>, retry: OutboxRetry, at: number): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    await lockInstanceOf(transaction, retry.seq);
    return await putRetried(transaction, retry, at);
  });
}

/** The same in the transaction of a step, which has locked the instance. */
export async function putRetried(
  db: Transaction<Schema>,
  { seq, attempts, corrected, by }: OutboxRetry,
  at: number,
): Promise<boolean> {
  const retried = await db
    .updateTable('outbox')
    .set({
      state: 'pending',
      refusals: 0,
      dueAt: at,
      freeAt: at,
      ...(corrected && { report: JSON.stringify(corrected.report) }),
    })
    .where('seq', '=', seq)
    .where('state', '=', 'parked')
    .where('attempts', '=', attempts)
    .returning(['seq', 'instanceId'])
    .executeTakeFirst();
  if (retried === undefined) return false;
  await releaseWaiting(db, retried.instanceId);
  if (corrected) await correctTaskReport(db, corrected.report);
  await putReportHistory(db, retried, { happening: 'retried', at, corrected: corrected?.fields ?? [], by });
  return true;
}

/** Updates the report of the task, which the task-status callback repeats, unless a later report has replaced it. */
async function correctTaskReport(db: Transaction<Schema>, { item }: Report): Promise<void> {
  const { status, next = [], previousTaskId: taskId } = item;
  const task = await db.selectFrom('tasks').select('report').where('taskId', '=', taskId).executeTakeFirst();
  if (task === undefined || task.report === null) return;
  const place = { table: 'tasks', id: taskId };
  const latest = readObject<TaskReport>(task.report, place);
  if (!isDeepStrictEqual(idsOf(latest.next), idsOf(next))) return;
  await db
    .updateTable('tasks')
    .set({ report: JSON.stringify({ status, next }) })
    .where('taskId', '=', taskId)
    .execute();
}

function idsOf(next: TaskReport['next']): unknown[] {
  return next.map(({ taskId }) => taskId);
}
