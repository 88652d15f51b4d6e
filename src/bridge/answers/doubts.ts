import { isFromBefore } from '../../protocol/restore-mark.ts';
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
  /** Parked and unconfirmed reports of instances from before the restore: the center knows more of their tasks. */
  readonly reports: readonly OutboxRow[];
  /** Tasks that the center asked about or called for and that are not in the database; retrying the incident closes it. */
  readonly unknownTasks: readonly IncidentRow[];
}

const ALL = { limit: Number.MAX_SAFE_INTEGER } as const;

export async function listDoubts(
  store: Pick<Store, 'getInstance' | 'listTasks' | 'listOutbox' | 'listIncidents'>,
  restore: Restore | undefined,
): Promise<Doubts> {
  if (restore === undefined) return { restoredAt: null, tasks: [], reports: [], unknownTasks: [] };
  const { mark, at: restoredAt } = restore;
  const open = await store.listTasks({ open: true, ...ALL });
  const reports = [
    ...(await store.listOutbox({ state: 'unconfirmed', ...ALL })),
    ...(await store.listOutbox({ state: 'parked', ...ALL })),
  ];
  const older = await startedBefore(store, new Set(reports.map(({ instanceId }) => instanceId)), restoredAt);
  const incidents = await store.listIncidents({ open: true, code: 'ERR_RESTORED', ...ALL });
  return {
    restoredAt,
    tasks: open.filter(({ taskId }) => isFromBefore(taskId, mark)),
    reports: reports.filter(({ instanceId }) => older.has(instanceId)),
    unknownTasks: incidents,
  };
}

/** The instances of these that were started before. */
async function startedBefore(
  store: Pick<Store, 'getInstance'>,
  instanceIds: ReadonlySet<string>,
  time: number,
): Promise<ReadonlySet<string>> {
  const before = new Set<string>();
  for (const instanceId of instanceIds) {
    const instance = await store.getInstance(instanceId);
    if (instance && instance.startedAt < time) before.add(instanceId);
  }
  return before;
}
