import type { Transaction } from 'kysely';
import type { OutboxRow, OutboxState } from '../../port.ts';
import type { Schema } from '../../schema.ts';
import { insertRows } from '../shared/compiled-statements.ts';

/** Events of a report, except its delivery. Each is a history entry in the same transaction. */
type ReportHappening = 'retried' | Exclude<OutboxState, 'pending' | 'delivered'>;

interface ReportHistory {
  readonly happening: ReportHappening;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The operator who did it; absent: nobody was named. */
  readonly by?: string | undefined;
  /** Stored as `data`. Must not contain accounts, names or texts of the process, because many people can read the history. */
  readonly [data: string]: unknown;
}

export async function putReportHistory(
  db: Transaction<Schema>,
  { seq, instanceId }: Pick<OutboxRow, 'seq' | 'instanceId'>,
  { happening, at, ...data }: ReportHistory,
): Promise<void> {
  const entry = { instanceId, at, type: `report.${happening}`, data: JSON.stringify({ seq, ...data }) };
  await insertRows(db, 'history', [entry]);
}
