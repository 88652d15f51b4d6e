import { beforeEach, describe, expect, it } from 'vitest';
import type { Lease, Store, TimerStartRow } from '../../../src/store/store.ts';
import { anIncident, DEFINITION, NOON } from '../rows.ts';
import { lease, MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeTimerStarts(openStore: OpenStore): void {
  describe('timer starts', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    const start = (startNodeId: string, dueAt: number | null) => ({ startNodeId, dueAt, left: null });
    const due = async (changes: Partial<Lease> = {}) =>
      (await store.leaseTimerStarts(lease(changes))).map(({ startNodeId }) => startNodeId);
    const failed = (incidentId: string) =>
      anIncident(incidentId, { instanceId: null, kind: 'start', subject: 'leave.b' });
    async function leaseFirst(): Promise<TimerStartRow> {
      const [held] = await store.leaseTimerStarts(lease({ limit: 1 }));
      if (!held) throw new Error('nothing to lease');
      return held;
    }
    const version = (definitionId: string) => ({ ...DEFINITION, definitionId });

    beforeEach(async () => {
      await store.putDefinitions([
        { ...DEFINITION, timerStarts: [start('a', NOON - 1), start('b', NOON - 2), start('c', null)] },
      ]);
    });

    it('leases those that are due, most overdue first, each once while its holder lives', async () => {
      expect(await due()).toEqual(['b', 'a']);
      expect(await due()).toEqual([]);
      expect(await store.leaseTimerStarts(lease({ now: NOON + MINUTE, limit: 1 }))).toMatchObject([
        { processId: 'leave', definitionId: 'hash-1', attempts: 2 },
      ]);
    });

    it('leases none twice to callers that race', async () => {
      const leased = await Promise.all(['a', 'b', 'c'].map((owner) => due({ owner, limit: 1 })));
      expect(leased.flat().toSorted()).toEqual(['a', 'b']);
    });

    it('ends an occurrence once, with its incident, and is due at the next', async () => {
      await store.retryTimerStart(await leaseFirst(), NOON - 3, failed('x-1'));
      const held = await leaseFirst();
      expect(await store.retryTimerStart(held, NOON, failed('x-2'))).toMatchObject({ incidentId: 'x-1', count: 2 });
      expect(await store.listIncidents({ open: true })).toMatchObject([{ incidentId: 'x-1', count: 2 }]);
      expect(await store.moveTimerStart(held, { dueAt: NOON + 5, left: 2 }, NOON)).toBe(true);
      expect(await store.moveTimerStart(held, { dueAt: NOON + 5, left: 2 }, NOON)).toBe(false);
      expect(await store.listIncidents({ open: true })).toEqual([]);
      expect(await due({ now: NOON + 4 })).toEqual(['a']);
      expect(await store.leaseTimerStarts(lease({ now: NOON + 5 }))).toMatchObject([
        { startNodeId: 'b', dueAt: NOON + 5, left: 2, attempts: 1 },
      ]);
    });

    it('is tried again later when it was given back, by its latest holder only', async () => {
      const held = await leaseFirst();
      expect(await store.retryTimerStart(held, NOON + 7, failed('x-1'))).toEqual(failed('x-1'));
      expect(await due({ now: NOON + 6 })).toEqual(['a']);
      expect(await due({ now: NOON + 7 })).toEqual(['b']);
      expect(await store.retryTimerStart(held, NOON, failed('x-2'))).toBeUndefined();
      expect(await due({ now: NOON + 7 })).toEqual([]);
      expect(await store.listIncidents({})).toMatchObject([{ incidentId: 'x-1', count: 1 }]);
    });

    it('are not given back by whoever held the occurrence before', async () => {
      const late = await leaseFirst();
      await store.moveTimerStart(late, { dueAt: NOON + 1, left: null }, NOON);
      await store.leaseTimerStarts(lease({ now: NOON + 1 }));
      expect(await store.retryTimerStart(late, NOON, failed('x-1'))).toBeUndefined();
      expect(await due({ now: NOON + 2 })).toEqual([]);
      expect(await store.listIncidents({})).toEqual([]);
    });

    it('are replaced by those of another definition, and run on when the same comes again', async () => {
      const [held] = await store.leaseTimerStarts(lease({ limit: 1 }));
      if (!held) throw new Error('nothing to lease');
      await store.moveTimerStart(held, { dueAt: null, left: null }, NOON);
      await store.putDefinitions([{ ...DEFINITION, timerStarts: [start('b', NOON)] }]);
      expect(await due()).toEqual(['a']);
      await store.putDefinitions([{ ...version('hash-2'), timerStarts: [start('d', NOON)] }]);
      expect(await store.moveTimerStart(held, { dueAt: NOON, left: null }, NOON)).toBe(false);
      expect(await due({ now: NOON + MINUTE })).toEqual(['d']);
      await store.putDefinitions([version('hash-3')]);
      expect(await store.nextDueAt('timer-start')).toBeNull();
    });

    it('are free again when what their owner held is given back', async () => {
      await due();
      expect(await store.nextDueAt('timer-start')).toBe(NOON + MINUTE);
      await store.releaseLeases('me');
      expect(await due()).toEqual(['b', 'a']);
    });
  });
}
