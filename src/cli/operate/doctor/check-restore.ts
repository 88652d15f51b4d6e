import { listDoubts } from '../../../bridge/answers/doubts.ts';
import { noteRestore } from '../../../bridge/calls/restore.ts';
import { openStore } from '../../../store/open-store.ts';
import { plural, timeOf } from '../print/layout.ts';
import { type Found, fine, warn } from './finding.ts';

/** What is in doubt since the database was restored from a backup; nothing if it never was. */
export async function checkRestore(url: string): Promise<Found[]> {
  const store = await openStore(url, 'read');
  try {
    const { restoredAt, tasks, reports, unknownTasks } = await listDoubts(store, await store.latestRestore());
    if (restoredAt === null) return [];
    const when = `since it was restored from a backup (${timeOf(restoredAt)})`;
    if (tasks.length + reports.length + unknownTasks.length === 0) return [fine(`Nothing is in doubt ${when}.`)];
    const counts = [
      plural(tasks.length, 'open task'),
      plural(reports.length, 'report'),
      `${plural(unknownTasks.length, 'task')} that only the center has`,
    ];
    return [warn(`In doubt ${when}: ${counts.join(', ')}.`, 'Compare them with the center: doubts lists them.')];
  } finally {
    await store.close();
  }
}

/**
 * Stores that the database was restored from a backup, for the services that are started afterwards.
 * @throws {StoreError} `ERR_STORE_LOCKED`: a service has the SQLite file open; `ERR_STORE_OLDER`
 */
export async function markRestored(url: string, by: string): Promise<void> {
  const store = await openStore(url, 'operate');
  try {
    await noteRestore(store, store.clock?.() ?? Date.now(), { by });
  } finally {
    await store.close();
  }
}
