import { beforeEach, describe, expect, it } from 'vitest';
import type { Lease, Store } from '../../../src/store/port.ts';
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
    const version = (definitionId: string) => ({ ...DEFINITION, definitionId });

    beforeEach(async () => {
      await store.putDefinition(DEFINITION, [start('a', NOON - 1), start('b', NOON - 2), start('c', null)]);
    });

    it('leases those that are due, most overdue first, each once while its holder lives', async () => {
      expect(await due()).toEqual(['b', 'a']);
      expect(await due()).toEqual([]);
      expect(await store.leaseTimerStarts(lease({ now: NOON + MINUTE, limit: 1 }))).toMatchObject([
        { processId: 'leave', definitionId: 'hash-1', attempts: 2 },
      ]);
    });

    it('ends an occurrence once, with its incident, and is due at the next', async () => {
      const [held] = await store.leaseTimerStarts(lease({ limit: 1 }));
      if (!held) throw new Error('nothing to lease');
      await store.putIncident(anIncident('x-1', { instanceId: null, subject: 'leave.b' }));
      await store.putIncident(anIncident('x-2', { instanceId: null, subject: 'leave.b' }));
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
      const [held] = await store.leaseTimerStarts(lease({ limit: 1 }));
      if (!held) throw new Error('nothing to lease');
      await store.retryTimerStart(held, NOON + 7);
      expect(await due({ now: NOON + 6 })).toEqual(['a']);
      expect(await due({ now: NOON + 7 })).toEqual(['b']);
      await store.retryTimerStart(held, NOON);
      expect(await due({ now: NOON + 7 })).toEqual([]);
    });

    it('are not given back by whoever held the occurrence before', async () => {
      const [late] = await store.leaseTimerStarts(lease({ limit: 1 }));
      if (!late) throw new Error('nothing to lease');
      await store.moveTimerStart(late, { dueAt: NOON + 1, left: null }, NOON);
      await store.leaseTimerStarts(lease({ now: NOON + 1 }));
      await store.retryTimerStart(late, NOON);
      expect(await due({ now: NOON + 2 })).toEqual([]);
    });

    it('are replaced by those of another definition, and run on when the same comes again', async () => {
      const [held] = await store.leaseTimerStarts(lease({ limit: 1 }));
      if (!held) throw new Error('nothing to lease');
      await store.moveTimerStart(held, { dueAt: null, left: null }, NOON);
      await store.putDefinition(DEFINITION, [start('b', NOON)]);
      expect(await due()).toEqual(['a']);
      await store.putDefinition(version('hash-2'), [start('d', NOON)]);
      expect(await store.moveTimerStart(held, { dueAt: NOON, left: null }, NOON)).toBe(false);
      expect(await due({ now: NOON + MINUTE })).toEqual(['d']);
      await store.putDefinition(version('hash-3'));
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
