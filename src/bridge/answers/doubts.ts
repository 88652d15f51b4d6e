import * as z from 'zod';
import { isFromBefore } from '../../protocol/restore-mark.ts';
import { reader, type ShapeOf } from '../../read-options.ts';
import type { IncidentRow, OutboxRow, Restore, Store, TaskRow } from '../../store/store.ts';

/** What a person has to look at in the center after the database was restored from a backup. */
export interface Doubts {
  /** When a bridge was told of the restore, in epoch milliseconds; null: the database was never restored. */
  readonly restoredAt: number | null;
  /**
   * Open tasks from before the restore that nobody has pressed since. One that is not pending in the center was handled after
   * the backup: repeat that press (`bridge.press`), or give the task to somebody (`bridge.reassign`).
   */
  readonly tasks: readonly TaskRow[];
  /** Parked and unconfirmed reports of instances from before the restore: the center knows more of their tasks. */
  readonly reports: readonly OutboxRow[];
  /** Tasks that the center asked about or called for and that are not in the database; retrying the incident closes it. */
  readonly unknownTasks: readonly IncidentRow[];
  /** Whether there are more of a kind than were asked for; they follow when these are settled. */
  readonly isPart: boolean;
}

/** How much of the doubts is read. */
export interface DoubtsOptions {
  /** At most so many of each kind. Default: 1,000. */
  readonly limit?: number;
}

const readOptions = reader(
  z.strictObject({ limit: z.int().positive().max(10_000).default(1_000) } satisfies ShapeOf<DoubtsOptions>).default({
    limit: 1_000,
  }),
  'doubts',
);

/** Rows of one query. */
const PART = 500;

export async function listDoubts(store: Store, restore: Restore | undefined, options?: DoubtsOptions): Promise<Doubts> {
  const { limit } = readOptions(options);
  if (restore === undefined) return { restoredAt: null, tasks: [], reports: [], unknownTasks: [], isPart: false };
  const { mark, at: restoredAt } = restore;
  const isOlder = async ({ instanceId }: OutboxRow) => {
    const instance = await store.getInstance(instanceId);
    return instance !== undefined && instance.startedAt < restoredAt;
  };
  const most = limit + 1;
  const tasks = await collect(
    most,
    (after?: TaskRow) => store.listTasks({ open: true, limit: PART, ...(after && { after }) }),
    async ({ taskId }) => isFromBefore(taskId, mark),
  );
  const reportsIn = (state: 'unconfirmed' | 'parked') => (after?: OutboxRow) =>
    store.listOutbox({ state, limit: PART, ...(after && { after: after.seq }) });
  const reports = [
    ...(await collect(most, reportsIn('unconfirmed'), isOlder)),
    ...(await collect(most, reportsIn('parked'), isOlder)),
  ];
  const unknownTasks = await store.listIncidents({ open: true, code: 'ERR_RESTORED', limit: most });
  const found = { tasks, reports, unknownTasks };
  return {
    restoredAt,
    tasks: tasks.slice(0, limit),
    reports: reports.slice(0, limit),
    unknownTasks: unknownTasks.slice(0, limit),
    isPart: Object.values(found).some((rows) => rows.length > limit),
  };
}

/** The first rows of a list that are in doubt, read part by part. */
async function collect<Row>(
  most: number,
  list: (after?: Row) => Promise<readonly Row[]>,
  isInDoubt: (row: Row) => Promise<boolean>,
): Promise<Row[]> {
  const found: Row[] = [];
  let after: Row | undefined;
  do {
    const rows: readonly Row[] = await list(after);
    for (const row of rows) if (found.length < most && (await isInDoubt(row))) found.push(row);
    after = rows.length < PART ? undefined : rows.at(-1);
  } while (after !== undefined && found.length < most);
  return found;
}
