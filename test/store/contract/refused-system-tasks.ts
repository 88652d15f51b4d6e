import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { anInstance, aReport, aStep, aTask, DEFINITION, NOON } from '../rows.ts';
import { lease, leaseOne } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeRefusedSystemTasks(openStore: OpenStore): void {
  describe('a system task that the center refused', () => {
    let store: Store;
    let seq: number;

    beforeEach(async () => {
      store = await openStore();
      await store.putDefinitions([DEFINITION]);
      await store.commitStep(
        aStep({
          instance: anInstance('i-1', { wakeAt: NOON - 1 }),
          tasksCreated: [aTask('t-2', { isSystem: true })],
          reports: [{ ...aReport('t-1'), createsSystemTask: 't-2' }, aReport('t-2'), aReport('t-3')],
        }),
      );
      ({ seq } = await leaseOne(store));
    });

    const settle = (owner: string) =>
      store.settleOutbox(owner, [
        { seq, state: 'delivered', at: NOON + 1, reason: 'answered 400', refusedTaskId: 't-2' },
      ]);

    it('is closed and noted, and the task before it is named in its place', async () => {
      expect(await settle('me')).toHaveLength(1);
      expect(await store.getInstance('i-1')).toMatchObject({ refusedTaskId: 't-2', revision: 2 });
      expect(await store.getTask('t-2')).toMatchObject({ state: 'TERMINATED', closedAt: NOON + 1 });
      const reports = (await store.listOutbox({})).map(({ report: { kind, item } }) => [kind, item.previousTaskId]);
      expect(reports.slice(1)).toEqual([
        ['continuation', 't-1'],
        ['handled', 't-3'],
      ]);
      expect(await store.listHistory({ instanceId: 'i-1', type: 'system-task.refused' })).toMatchObject([
        { at: NOON + 1, data: { seq, taskId: 't-2', reason: 'answered 400' } },
      ]);
    });

    it('is none to a holder who has lost the report', async () => {
      expect(await settle('other')).toEqual([]);
      expect(await store.getInstance('i-1')).toMatchObject({ refusedTaskId: null, revision: 1 });
      expect(await store.listHistory({ instanceId: 'i-1', type: 'system-task.refused' })).toEqual([]);
    });

    it('delays no timer that is just being woken for', async () => {
      const [held] = await store.leaseWakeUps(lease());
      await settle('me');
      expect(held && (await store.beginWakeUp(held))).toBeUndefined();
      expect(await store.leaseWakeUps(lease({ owner: 'you' }))).toMatchObject([{ instanceId: 'i-1', revision: 2 }]);
    });
  });
}
