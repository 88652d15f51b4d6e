import { InputError } from '../../errors.ts';
import { isFromBefore } from '../../protocol/restore-mark.ts';
import type { Restore, Store } from '../../store/store.ts';
import type { EmitEvent } from '../events.ts';
import { INSTANCE_ID } from '../steps/diagram-messages.ts';
import { describeIncident } from '../steps/incidents.ts';

/** Told of tasks that the center knows and the database does not. */
export type NoteUnknownTasks = (taskIds: readonly string[]) => Promise<void>;

const INSTANCE_OF = new RegExp(`^(${INSTANCE_ID})\\.`);

/**
 * After a restore, tasks that the center knows and the database does not are listed for a person: they were created after the
 * backup. Without one they are nothing special, such as tasks of instances that retention has deleted.
 */
export function createNoteUnknownTasks(
  store: Pick<Store, 'getInstance' | 'openIncident'>,
  {
    restore,
    clock,
    emit,
  }: { readonly restore: Restore | undefined; readonly clock: () => number; readonly emit: EmitEvent },
): NoteUnknownTasks {
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
