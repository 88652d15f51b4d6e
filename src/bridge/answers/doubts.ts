import { isFromBefore } from '../../protocol/restore-mark.ts';
import type { TaskHandlingItem } from '../../protocol/task-handling.ts';
import type { IncidentRow, OutboxRow, Restore, Store, TaskRow } from '../../store/port.ts';

/** What a person has to look at in the center after the database was restored from a backup. */
export interface Doubts {
  /** When a bridge was told of the restore, in epoch milliseconds; null: the database was never restored. */
  readonly restoredAt: number | null;
  /**
   * Open tasks from before the restore that nobody has pressed since. One that is not pending in the center was handled after
   * the backup: repeat that press (`bridge.press`), or give the task to somebody (`bridge.reassign`).
   */
  readonly tasks: readonly TaskRow[];
  /** Reports about ids from before the restore that are parked, or unconfirmed since the center knows more of them. */
  readonly reports: readonly OutboxRow[];
  /** Tasks that the center asked about or called for and that are not in the database; retrying the incident closes it. */
  readonly unknownTasks: readonly IncidentRow[];
}

const ALL = { limit: Number.MAX_SAFE_INTEGER } as const;

export async function listDoubts(
  store: Pick<Store, 'listTasks' | 'listOutbox' | 'listIncidents'>,
  restore: Restore | undefined,
): Promise<Doubts> {
  if (restore === undefined) return { restoredAt: null, tasks: [], reports: [], unknownTasks: [] };
  const { mark, at: restoredAt } = restore;
  const open = [
    ...(await store.listTasks({ state: 'IN_PROGRESS', ...ALL })),
    ...(await store.listTasks({ state: 'SUSPENDED', ...ALL })),
  ];
  const reports = [
    ...(await store.listOutbox({ state: 'unconfirmed', ...ALL })),
    ...(await store.listOutbox({ state: 'parked', ...ALL })),
  ];
  const incidents = await store.listIncidents({ open: true, code: 'ERR_RESTORED', ...ALL });
  return {
    restoredAt,
    tasks: open.filter(({ taskId }) => isFromBefore(taskId, mark)),
    reports: reports.filter(({ report: { item } }) => taskIdsOf(item).some((taskId) => isFromBefore(taskId, mark))),
    unknownTasks: incidents,
  };
}

/** Without the id that a report of a start names as handled: it is of no task, and never has a mark. */
function taskIdsOf({ previousTaskId, next = [] }: TaskHandlingItem): string[] {
  const created = next.flatMap(({ taskId }) => taskId ?? []);
  return previousTaskId.endsWith('.start') ? created : [previousTaskId, ...created];
}
