import { beforeEach, describe, expect, it } from 'vitest';
import type { OutboxSettlement, Store } from '../../../src/store/store.ts';
import { aPress, aReport, aStep, aTask, DEFINITION, NOON } from '../rows.ts';
import { leaseOne } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeUnprovenTasks(openStore: OpenStore): void {
  describe('an unconfirmed report that may have created tasks', () => {
    let store: Store;
    let seq: number;
    const tasks = ['t-1', 't-2', 't-3'];
    const unconfirmed = (): OutboxSettlement => ({
      ...{ seq, state: 'unconfirmed', at: NOON, reason: 'answered 500' },
      unprovenIds: ['t-1', 't-2'],
    });

    beforeEach(async () => {
      store = await openStore();
      await store.putDefinitions([DEFINITION]);
      await store.commitStep(aStep({ tasksCreated: tasks.map((id) => aTask(id)), reports: [aReport('t-0')] }));
      ({ seq } = await leaseOne(store));
    });

    const marks = async () =>
      Object.fromEntries((await store.listTasks({})).map(({ taskId, unconfirmedSeq }) => [taskId, unconfirmedSeq]));
    const stateOf = async () => (await store.getOutboxEntry(seq))?.state;
    const typesOf = async () => (await store.listHistory({ instanceId: 'i-1' })).map(({ type }) => type);

    it('is delivered once all are proven, in any order, by one of several calls', async () => {
      expect(await store.settleOutbox('me', [unconfirmed()])).toEqual([unconfirmed()]);
      expect(await marks()).toEqual({ 't-1': seq, 't-2': seq, 't-3': null });
      expect(await store.confirmTasks({ seq, taskIds: ['t-2', 't-3'], at: NOON + 1 })).toBeUndefined();
      expect(await stateOf()).toBe('unconfirmed');
      const calls = [1, 2, 3].map(() => store.confirmTasks({ seq, taskIds: ['t-1'], at: NOON + 5 }));
      expect((await Promise.all(calls)).filter(Boolean)).toMatchObject([{ seq, state: 'delivered' }]);
      expect(await store.getOutboxEntry(seq)).toMatchObject({ state: 'delivered', deliveredAt: NOON + 5 });
      expect(await marks()).toEqual({ 't-1': null, 't-2': null, 't-3': null });
      expect(await typesOf()).toEqual(['report.unconfirmed', 'report.confirmed']);
      expect((await store.countBacklog(NOON)).reports.unconfirmed).toBe(0);
    });

    it('is delivered at once if their buttons were called before', async () => {
      for (const taskId of ['t-1', 't-2']) await store.putPress({ ...aPress('u-1'), taskId });
      expect(await store.settleOutbox('me', [unconfirmed()])).toMatchObject([{ seq, state: 'delivered' }]);
      expect(await stateOf()).toBe('delivered');
      expect(await marks()).toEqual({ 't-1': null, 't-2': null, 't-3': null });
    });

    it('leaves only those in doubt whose buttons were not called before', async () => {
      await store.putPress({ ...aPress('u-1'), taskId: 't-2' });
      await store.settleOutbox('me', [unconfirmed()]);
      expect(await marks()).toEqual({ 't-1': seq, 't-2': null, 't-3': null });
      expect(await store.confirmTasks({ seq, taskIds: ['t-1'], at: NOON })).toMatchObject({ seq });
    });

    it('stays as it is after a holder who has lost it, or a person who has checked it', async () => {
      expect(await store.settleOutbox('other', [unconfirmed()])).toEqual([]);
      expect(await marks()).toEqual({ 't-1': null, 't-2': null, 't-3': null });
      await store.settleOutbox('me', [unconfirmed()]);
      await store.acknowledgeOutbox(seq, { at: NOON, reason: 'it is there' });
      expect(await marks()).toEqual({ 't-1': null, 't-2': null, 't-3': null });
      expect(await store.confirmTasks({ seq, taskIds: tasks, at: NOON })).toBeUndefined();
      expect(await stateOf()).toBe('acknowledged');
    });
  });
}
