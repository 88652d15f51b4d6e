import type { TaskRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import { emitSettlement } from '../context/events.ts';

/** Told of tasks that the center has. */
export type ConfirmTasks = (tasks: readonly TaskRow[]) => Promise<void>;

/**
 * Settles unconfirmed reports of which nothing is in doubt any more: the center calls the buttons of the tasks that they
 * create, or asks for their state. Nothing is read or stored for a task that is not in doubt.
 */
export function createConfirmTasks({ store, clock, log, emit }: BridgeContext): ConfirmTasks {
  return async (tasks) => {
    const bySeq = new Map<number, string[]>();
    for (const { taskId, unconfirmedSeq } of tasks)
      if (unconfirmedSeq !== null) bySeq.set(unconfirmedSeq, [...(bySeq.get(unconfirmedSeq) ?? []), taskId]);
    for (const [seq, taskIds] of bySeq) {
      const at = clock();
      const row = await store.confirmTasks({ seq, taskIds, at });
      if (row === undefined) continue;
      const { instanceId, reason } = row;
      log('report.confirmed', { instanceId, seq, reason });
      emitSettlement(row, { seq, state: 'delivered', at, reason }, emit);
    }
  };
}
