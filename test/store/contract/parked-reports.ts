import { beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/index.ts';
import type { OutboxRow, Store } from '../../../src/store/store.ts';
import { anInstance, aReport, aStep, aTask, NOON, startInstance } from '../rows.ts';
import { delivered, lease, leaseOne, MINUTE, parked, pending, previousIds } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

const CREATES_T2: Report = {
  ...aReport('t-1'),
  item: {
    ...aReport('t-1').item,
    status: 'next',
    next: [{ nodeId: 'n', nodeName: 'N', transTypeCode: 'leave', taskId: 't-2', handlers: 'gone' }],
  },
};
const CORRECTED: Report = {
  ...CREATES_T2,
  item: {
    ...CREATES_T2.item,
    next: [{ nodeId: 'n', nodeName: 'N', transTypeCode: 'leave', taskId: 't-2', handlers: 'cat' }],
  },
};

export function describeParkedReports(openStore: OpenStore): void {
  describe('parked reports', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    const historyOf = async () =>
      (await store.listHistory({}))
        .filter(({ type }) => type.startsWith('report.'))
        .map(({ type, data }) => [type, data]);

    async function park(reason?: string, refusedIds?: readonly string[]): Promise<OutboxRow> {
      const row = await leaseOne(store);
      await store.settleOutbox('me', [parked(row.seq, reason, refusedIds)]);
      return row;
    }

    it('are due again when retried, with what the answer named, and those behind them follow', async () => {
      await startInstance(store, 'i-1', [aReport('a1'), aReport('a2')]);
      const { seq, attempts } = await park('answered 400', ['t-2']);
      expect(await store.getOutboxEntry(seq)).toMatchObject({ state: 'parked', refusedIds: ['t-2'], repeat: false });
      expect(await store.retryOutbox({ seq, attempts }, NOON + 5)).toBe(true);
      expect(await store.leaseOutbox(lease({ now: NOON + 4 }))).toEqual([]);
      const again = await leaseOne(store, { now: NOON + 5 });
      expect(again).toMatchObject({ seq, state: 'pending', attempts: 2, refusals: 0, refusedIds: ['t-2'] });
      await store.settleOutbox('me', [delivered(seq)]);
      expect(previousIds(await store.leaseOutbox(lease()))).toEqual(['a2']);
      expect(await historyOf()).toEqual([
        ['report.parked', { seq, reason: 'answered 400' }],
        ['report.retried', { seq, corrected: [] }],
      ]);
    });

    it('hold back those of later steps, which follow in their order when it is retried or skipped', async () => {
      for (const release of ['retried', 'skipped'] as const) {
        await startInstance(store, release, [aReport(`${release} 1`), aReport(`${release} 2`)]);
        const { seq, attempts } = await park();
        const step = aStep({ instance: anInstance(release), baseRevision: 1, reports: [aReport(`${release} 3`)] });
        expect(await store.commitStep(step)).toBe('committed');
        expect(await store.nextDueAt('outbox')).toBeNull();
        expect(await store.leaseOutbox(lease())).toEqual([]);
        if (release === 'retried') expect(await store.retryOutbox({ seq, attempts }, NOON)).toBe(true);
        else expect(await store.skipOutbox({ seq, attempts }, { at: NOON, reason: 'told by hand' })).toBe(true);
        const sent: string[] = [];
        for (;;) {
          const [row] = await store.leaseOutbox(lease());
          if (row === undefined) break;
          sent.push(row.report.item.previousTaskId);
          await store.settleOutbox('me', [delivered(row.seq)]);
        }
        const behind = [`${release} 2`, `${release} 3`];
        expect(sent).toEqual(release === 'retried' ? [`${release} 1`, ...behind] : behind);
      }
    });

    it('leave none behind that a step adds while they are retried', async () => {
      const ids = Array.from({ length: 20 }, (_, number) => `i-${number}`);
      for (const id of ids) await startInstance(store, id, [aReport(`${id} 1`)]);
      const heads = await store.leaseOutbox(lease());
      await store.settleOutbox(
        'me',
        heads.map(({ seq }) => parked(seq)),
      );
      const steps = ids.map((id) =>
        store.commitStep(aStep({ instance: anInstance(id), baseRevision: 1, reports: [aReport(`${id} 2`)] })),
      );
      const retries = heads.map(({ seq, attempts }) => store.retryOutbox({ seq, attempts }, NOON));
      expect(new Set(await Promise.all(steps))).toEqual(new Set(['committed']));
      expect(new Set(await Promise.all(retries))).toEqual(new Set([true]));
      for (const round of ['1', '2']) {
        const rows = await store.leaseOutbox(lease());
        expect(previousIds(rows).toSorted()).toEqual(ids.map((id) => `${id} ${round}`).toSorted());
        await store.settleOutbox(
          'me',
          rows.map(({ seq }) => delivered(seq)),
        );
      }
    });

    it('hear one of several who race', async () => {
      await startInstance(store, 'i-1', [aReport('a1')]);
      const row = await park();
      const outcomes = await Promise.all([
        store.retryOutbox(row, NOON),
        store.retryOutbox(row, NOON),
        store.retryOutbox(row, NOON),
      ]);
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect(await historyOf()).toHaveLength(2);
    });

    it('do not hear who read them before their last attempt, and what is not parked hears nobody', async () => {
      await startInstance(store, 'i-1', [aReport('a1')]);
      const row = await park();
      await store.retryOutbox(row, NOON);
      expect(await store.retryOutbox(row, NOON)).toBe(false);
      const again = await leaseOne(store);
      await store.settleOutbox('me', [parked(again.seq)]);
      expect(await store.retryOutbox(row, NOON)).toBe(false);
      expect(await store.skipOutbox(row, { at: NOON, reason: 'late' })).toBe(false);
      expect(await store.retryOutbox(again, NOON)).toBe(true);
    });

    it('go out as an operator corrects them, and the status of the task says the same', async () => {
      await startInstance(store, 'i-1', []);
      const step = aStep({ baseRevision: 1, tasksCreated: [aTask('t-1')], reports: [CREATES_T2] });
      expect(await store.commitStep(step)).toBe('committed');
      const row = await park();
      const corrected = { report: CORRECTED, fields: ['handlers of t-2'] };
      expect(await store.retryOutbox({ ...row, corrected }, NOON)).toBe(true);
      expect((await leaseOne(store)).report).toEqual(CORRECTED);
      expect((await store.getTask('t-1'))?.report?.next).toEqual(CORRECTED.item.next);
      expect((await historyOf()).at(-1)).toEqual(['report.retried', { seq: row.seq, corrected: ['handlers of t-2'] }]);
    });

    it('leave what a later report said of the task', async () => {
      await startInstance(store, 'i-1', []);
      const later: Report = { ...aReport('t-1'), kind: 'continuation' };
      const step = aStep({ baseRevision: 1, tasksCreated: [aTask('t-1')], reports: [CREATES_T2, later] });
      await store.commitStep(step);
      const row = await park();
      await store.retryOutbox({ ...row, corrected: { report: CORRECTED, fields: [] } }, NOON);
      expect((await store.getTask('t-1'))?.report).toEqual({ status: 'none', next: [] });
    });

    it('go out with the step that changes their tasks, or the step is lost', async () => {
      await startInstance(store, 'i-1', []);
      const tasksCreated = [aTask('t-1'), aTask('t-2', { handlers: [], handlingGroups: ['all'] })];
      await store.commitStep(aStep({ baseRevision: 1, tasksCreated, reports: [CREATES_T2] }));
      const row = await park();
      const retried = { ...row, corrected: { report: CORRECTED, fields: ['handlers of t-2'] } };
      const tasksChanged = [{ taskId: 't-2', handlers: ['cat'], handlingGroups: [] }];
      const step = aStep({ baseRevision: 2, tasksChanged, retried });
      expect(await store.commitStep(step)).toBe('committed');
      expect(await store.getTask('t-2')).toMatchObject({ handlers: ['cat'], handlingGroups: [] });
      expect((await leaseOne(store)).report).toEqual(CORRECTED);
      expect(await store.commitStep({ ...step, baseRevision: 3 })).toBe('lost');
      expect(await store.getInstance('i-1')).toMatchObject({ revision: 3 });
    });

    it('are passed when skipped, as is one that waits for its next attempt, but none that is on its way', async () => {
      await startInstance(store, 'i-1', [aReport('a1'), aReport('a2'), aReport('a3')]);
      const first = await park();
      expect(await store.skipOutbox(first, { at: NOON, reason: 'done by hand' })).toBe(true);
      const second = await leaseOne(store);
      expect(await store.skipOutbox(second, { at: NOON, reason: 'too early' })).toBe(false);
      await store.settleOutbox('me', [pending(second.seq, { dueAt: NOON + MINUTE })]);
      expect(await store.skipOutbox(second, { at: NOON, reason: 'nobody needs it' })).toBe(true);
      expect(previousIds(await store.leaseOutbox(lease()))).toEqual(['a3']);
      expect(await store.listOutbox({ state: 'skipped' })).toMatchObject([
        { seq: first.seq, reason: 'done by hand' },
        { seq: second.seq, reason: 'nobody needs it' },
      ]);
      expect((await historyOf()).map(([type]) => type)).toEqual(['report.parked', 'report.skipped', 'report.skipped']);
    });

    it('are found by their seq', async () => {
      expect(await store.getOutboxEntry(1)).toBeUndefined();
    });
  });
}
