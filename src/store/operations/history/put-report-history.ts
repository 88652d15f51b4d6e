import type { Transaction } from 'kysely';
import type { OutboxRow, OutboxState } from '../../port.ts';
import type { Schema } from '../../schema.ts';

/** What happens to a report besides being delivered; each is an entry of the history, of the same transaction. */
type ReportHappening = 'retried' | Exclude<OutboxState, 'pending' | 'delivered'>;

interface ReportHistory {
  readonly happening: ReportHappening;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The rest is kept as data: neither people nor texts, since the history is for many eyes. */
  readonly [data: string]: unknown;
}

export async function putReportHistory(
  db: Transaction<Schema>,
  { seq, instanceId }: Pick<OutboxRow, 'seq' | 'instanceId'>,
  { happening, at, ...data }: ReportHistory,
): Promise<void> {
  const entry = { instanceId, at, type: `report.${happening}`, data: JSON.stringify({ seq, ...data }) };
  await db.insertInto('history').values(entry).execute();
}
