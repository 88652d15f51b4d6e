import { randomUUID } from 'node:crypto';
import { InputError } from '../../errors.ts';
import { isFromBefore } from '../../protocol/restore-mark.ts';
import type { ByOperator, Restore, Store } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import { describeIncident } from '../steps/incidents.ts';
import { INSTANCE_ID } from '../steps/new-rows.ts';

/** Told of tasks that the center knows and the database does not. */
export type NoteUnknownTasks = (taskIds: readonly string[]) => Promise<void>;

const INSTANCE_OF = new RegExp(`^(${INSTANCE_ID})\\.`);

/**
 * After a restore, tasks that the center knows and the database does not are listed for a person: they were created after the
 * backup. Without one they are nothing special, such as tasks of instances that retention has deleted.
 */
export function createNoteUnknownTasks({ store, restore, clock, emit }: BridgeContext): NoteUnknownTasks {
  return async (taskIds) => {
    if (restore === undefined) return;
    for (const taskId of taskIds) {
      const [, instanceId] = INSTANCE_OF.exec(taskId) ?? [];
      // An id that no bridge gave, or that was given after the restore and whose instance is deleted by now.
      if (instanceId === undefined || !isFromBefore(taskId, restore.mark)) continue;
      const instance = await store.getInstance(instanceId);
      const where = instance
        ? `instance ${instance.instanceId} was further on than it is now: repeat there what was done`
        : 'its instance was started after the backup: start it again';
      const error = new InputError(
        'ERR_RESTORED',
        `The center has the task ${taskId}, which the restored database does not know; ${where}, and take the task away in the center.`,
      );
      const subject = { instanceId: instance?.instanceId ?? null, kind: 'restore', subject: taskId } as const;
      const standing = await store.openIncident(describeIncident(error, subject, clock()));
      if (standing.count === 1) emit('incident', standing);
    }
  };
}

/**
 * Stores that the database was restored from a backup: the ids that bridges give from now on differ from all that were given
 * before. Only bridges that are opened afterwards know of it.
 */
export async function noteRestore(
  store: Pick<Store, 'putRestore'>,
  at: number,
  operator: ByOperator = {},
): Promise<Restore> {
  // Random, because the same backup may be restored a second time.
  const restore = { mark: randomUUID().slice(0, 8), at };
  await store.putRestore(restore, operator);
  return restore;
}
