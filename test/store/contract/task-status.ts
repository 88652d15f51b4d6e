import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { aReport, aStep, aTask, DEFINITION, NOON, startInstance } from '../rows.ts';
import { delivered, lease, leaseOne, parked, pending } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeTaskStatus(openStore: OpenStore): void {
  describe('markTasksAnswered', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    const isRepeat = async () =>
      Object.fromEntries(
        (await store.listOutbox({})).map(({ report, repeat }) => [report.item.previousTaskId, repeat]),
      );

    beforeEach(async () => {
      await store.putDefinitions([DEFINITION]);
      await store.commitStep(
        aStep({
          tasksCreated: [aTask('t-1'), aTask('t-2', { state: 'FINISH', closedAt: NOON }), aTask('t-3')],
          reports: [aReport('t-1'), aReport('t-2'), aReport('t-0')],
        }),
      );
    });

    it('gives each task once, and nothing for ids that are no task', async () => {
      const told = await store.markTasksAnswered(['t-3', 't-9', 't-2', 't-3']);
      expect(told.map(({ taskId }) => taskId).toSorted()).toEqual(['t-2', 't-3']);
      expect(told).toContainEqual(aTask('t-3'));
      expect(told.find(({ taskId }) => taskId === 't-2')?.report).toEqual({ status: 'none', next: [] });
      expect(await store.markTasksAnswered([])).toEqual([]);
    });

    it('gives more tasks than a statement takes parameters', async () => {
      const many = Array.from({ length: 40_000 }, (_, index) => `n-${index}`);
      expect(await store.markTasksAnswered([...many, 't-1'])).toHaveLength(1);
    });

    it('makes the reports about closed tasks a repeat, and no others', async () => {
      await store.markTasksAnswered(['t-1', 't-2', 't-3']);
      expect(await isRepeat()).toEqual({ 't-0': false, 't-1': false, 't-2': true });
    });

    it('leaves what the center has taken as it is, and reaches what stands parked', async () => {
      await startInstance(store, 'i-2', []);
      const [first] = await store.leaseOutbox(lease());
      await store.settleOutbox('me', [delivered(first?.seq ?? 0)]);
      const [second] = await store.leaseOutbox(lease());
      await store.settleOutbox('me', [parked(second?.seq ?? 0, 'answered 2005')]);
      await store.markTasksAnswered(['t-2']);
      expect(await isRepeat()).toEqual({ 't-0': false, 't-1': false, 't-2': true });
      expect(await store.listOutbox({ state: 'parked' })).toMatchObject([{ state: 'parked', repeat: true }]);
    });

    it.each(['parked', 'unconfirmed'] as const)(
      'keeps an entry from being %s by a holder who judged it before, and who is not told that it was',
      async (state) => {
        const [first] = await store.leaseOutbox(lease());
        await store.settleOutbox('me', [delivered(first?.seq ?? 0)]);
        const { seq } = await leaseOne(store);
        const unconfirmed = { seq, state: 'unconfirmed', at: NOON + 1, reason: 'answered 2005' } as const;
        const judged = state === 'parked' ? { ...parked(seq, 'answered 2005'), at: NOON + 1 } : unconfirmed;
        await store.markTasksAnswered(['t-2']);
        expect(await store.settleOutbox('me', [{ ...judged, judgedAsFirst: true }])).toEqual([]);
        expect(await leaseOne(store, { now: NOON + 1 })).toMatchObject({ seq, repeat: true, state: 'pending' });
        expect(await store.settleOutbox('me', [judged])).toEqual([judged]);
      },
    );

    it('is not undone by a holder who gives the entry back, and had not seen it', async () => {
      const [first] = await store.leaseOutbox(lease());
      await store.settleOutbox('me', [delivered(first?.seq ?? 0)]);
      const { seq, repeat } = await leaseOne(store);
      expect(repeat).toBe(false);
      await store.markTasksAnswered(['t-2']);
      await store.settleOutbox('me', [pending(seq)]);
      expect(await leaseOne(store)).toMatchObject({ seq, repeat: true });
    });
  });
}
