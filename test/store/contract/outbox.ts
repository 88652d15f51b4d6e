import { beforeEach, describe, expect, it } from 'vitest';
import type { OutboxFilter, Store } from '../../../src/store/store.ts';
import { anInstance, aReport, aStep, aTask, NOON, startInstance } from '../rows.ts';
import { delivered, lease, leaseOne, MINUTE, parked, pending, previousIds, seqs } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeOutbox(openStore: OpenStore): void {
  describe('outbox', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('gives the oldest entry of each instance, and the next when that is delivered', async () => {
      await startInstance(store, 'i-1', [aReport('a1'), aReport('a2'), aReport('a3')]);
      await startInstance(store, 'i-2', [aReport('b1'), aReport('b2')]);
      const heads = await store.leaseOutbox(lease());
      expect(previousIds(heads)).toEqual(['a1', 'b1']);
      expect(heads).toMatchObject([{ attempts: 1, repeat: false }, { attempts: 1 }]);
      expect(await store.leaseOutbox(lease())).toEqual([]);
      const settlements = heads.map((row) => delivered(row.seq));
      expect(await store.settleOutbox('me', settlements)).toEqual(settlements);
      expect(previousIds(await store.leaseOutbox(lease()))).toEqual(['a2', 'b2']);
      expect(await store.listOutbox({ state: 'delivered', instanceId: 'i-1' })).toMatchObject([
        { state: 'delivered', deliveredAt: NOON + 1, reason: null },
      ]);
    });

    it('leases no entry twice to callers that race', async () => {
      for (const id of ['i-1', 'i-2', 'i-3']) await startInstance(store, id, [aReport(`${id} a`), aReport(`${id} b`)]);
      const leased = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((owner) => store.leaseOutbox(lease({ owner, limit: 1 }))),
      );
      expect(previousIds(leased.flat()).toSorted()).toEqual(['i-1 a', 'i-2 a', 'i-3 a']);
    });

    it('makes the entries behind a waiting or a parked one wait, and others not', async () => {
      await startInstance(store, 'i-1', [aReport('a1'), aReport('a2')]);
      await startInstance(store, 'i-2', [aReport('b1'), aReport('b2')]);
      await startInstance(store, 'i-3', [aReport('c1'), aReport('c2')]);
      const [a, b, c] = seqs(await store.leaseOutbox(lease()));
      await store.settleOutbox('me', [
        parked(a ?? 0),
        pending(b ?? 0, { dueAt: NOON + MINUTE }),
        { seq: c ?? 0, state: 'unconfirmed', at: NOON, reason: 'answered 2005' },
      ]);
      expect(previousIds(await store.leaseOutbox(lease({ now: NOON + MINUTE - 1 })))).toEqual(['c2']);
      expect(previousIds(await store.leaseOutbox(lease({ now: NOON + MINUTE, limit: 1 })))).toEqual(['b1']);
      expect(await store.listOutbox({ state: 'parked' })).toMatchObject([{ seq: a, reason: 'answered 400' }]);
    });

    it('lists and counts by what was answered, process and time', async () => {
      await startInstance(store, 'i-1', [aReport('a1')]);
      const instance = anInstance('i-2', { processId: 'travel' });
      await store.commitStep(aStep({ instance, reports: [aReport('b1'), aReport('b2')] }));
      const [a, b] = seqs(await store.leaseOutbox(lease()));
      await store.settleOutbox('me', [parked(a ?? 0, 'answered 400: no such account'), parked(b ?? 0)]);
      const found = async (filter: OutboxFilter) => {
        const rows = await store.listOutbox(filter);
        expect(await store.countOutbox(filter)).toBe(rows.length);
        return previousIds(rows);
      };
      expect(await found({ reason: 'such account' })).toEqual(['a1']);
      expect(await found({ reason: '400', state: 'parked' })).toEqual(['a1', 'b1']);
      expect(await found({ reason: 'Such account' })).toEqual([]);
      expect(await found({ processId: 'travel' })).toEqual(['b1', 'b2']);
      expect(await found({ processId: 'travel', state: 'parked', createdFrom: NOON })).toEqual(['b1']);
      expect(await found({ createdBefore: NOON })).toEqual([]);
      expect(await found({ createdBefore: NOON + 1, instanceId: 'i-2', processId: 'none' })).toEqual([]);
    });

    it('settles many while the center asks about their tasks, whatever the order of either', async () => {
      const ids = Array.from({ length: 40 }, (_, index) => `t-${index}`);
      for (const id of ids) {
        await startInstance(store, id);
        const task = aTask(id, { instanceId: id, state: 'FINISH', closedAt: NOON });
        const instance = anInstance(id);
        await store.commitStep(aStep({ instance, baseRevision: 1, tasksCreated: [task], reports: [aReport(id)] }));
      }
      for (let round = 0; round < 5; round += 1) {
        const held = (await store.leaseOutbox(lease())).toReversed();
        expect(held).toHaveLength(ids.length);
        const [settled] = await Promise.all([
          store.settleOutbox(
            'me',
            held.map(({ seq }) => pending(seq)),
          ),
          store.markTasksAnswered(ids),
          store.markTasksAnswered(ids.toReversed()),
        ]);
        expect(settled).toHaveLength(ids.length);
      }
    });

    it('remembers what an attempt that must be repeated has shown', async () => {
      await startInstance(store, 'i-1', [aReport('a1')]);
      const { seq } = await leaseOne(store);
      const remembered = { refusals: 2, refusedIds: ['a1', 'x'], repeat: true, alone: true };
      await store.settleOutbox('me', [pending(seq, { dueAt: NOON + 5, ...remembered })]);
      expect(await leaseOne(store, { now: NOON + 5 })).toMatchObject({
        seq,
        attempts: 2,
        dueAt: NOON + 5,
        ...remembered,
      });
    });

    it('gives an entry back as no repeat when its call surely never arrived', async () => {
      await startInstance(store, 'i-1', [aReport('a1')]);
      await store.settleOutbox('me', [pending((await leaseOne(store)).seq)]);
      expect(await leaseOne(store)).toMatchObject({ repeat: false, attempts: 2 });
    });

    it('calls an entry a repeat when its holder died, after the lease and not before', async () => {
      await startInstance(store, 'i-1', [aReport('a1')]);
      await store.leaseOutbox(lease());
      expect(await store.leaseOutbox(lease({ now: NOON + MINUTE - 1, owner: 'heir' }))).toEqual([]);
      expect(await leaseOne(store, { now: NOON + MINUTE, owner: 'heir' })).toMatchObject({ repeat: true, attempts: 2 });
    });

    it('hears only the holder: one that stood still past its lease settles nothing', async () => {
      await startInstance(store, 'i-1', [aReport('a1')]);
      const { seq } = await leaseOne(store);
      await leaseOne(store, { now: NOON + MINUTE, owner: 'heir' });
      expect(await store.settleOutbox('me', [pending(seq)])).toEqual([]);
      expect(await store.leaseOutbox(lease({ now: NOON + MINUTE }))).toEqual([]);
      expect(await store.settleOutbox('heir', [delivered(seq)])).toEqual([delivered(seq)]);
      expect(await store.settleOutbox('heir', [pending(seq)])).toEqual([]);
      expect(await store.listOutbox({})).toMatchObject([{ state: 'delivered' }]);
    });
  });
}
