import { beforeEach, describe, expect, it } from 'vitest';
import type { Lease, Store } from '../../../src/store/store.ts';
import { anIncident, anInstance, aStep, DEFINITION, NOON } from '../rows.ts';
import { lease, MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeWakeUps(openStore: OpenStore): void {
  describe('wake-ups', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    beforeEach(async () => {
      await store.putDefinitions([DEFINITION]);
      const wakeAts = { 'i-1': NOON - 1, 'i-2': NOON - 2, 'i-3': NOON + 1, 'i-4': null };
      for (const [id, wakeAt] of Object.entries(wakeAts)) {
        await store.commitStep(aStep({ instance: anInstance(id, { wakeAt }) }));
      }
    });
    const failed = (incidentId: string) => anIncident(incidentId, { kind: 'wake', subject: 'i-1' });
    const woken = async (changes: Partial<Lease> = {}) =>
      (await store.leaseWakeUps(lease(changes))).map((instance) => instance.instanceId);

    it('wakes the instances whose time has come, most overdue first, each once', async () => {
      expect(await woken()).toEqual(['i-2', 'i-1']);
      expect(await woken()).toEqual([]);
    });

    it('wakes no instance twice for callers that race', async () => {
      const leased = await Promise.all(['a', 'b', 'c'].map((owner) => woken({ owner, limit: 1 })));
      expect(leased.flat().toSorted()).toEqual(['i-1', 'i-2']);
    });

    it('wakes an instance again when its holder is dead', async () => {
      await woken();
      expect(await woken({ now: NOON + MINUTE - 1 })).toEqual(['i-3']);
      expect(await woken({ now: NOON + MINUTE })).toEqual(['i-2', 'i-1']);
    });

    it('counts the steps that were begun and did not come back, until a retry or a step', async () => {
      const [, first] = await store.leaseWakeUps(lease());
      const held = first ?? { instanceId: 'i-1', revision: 1, attempts: 1 };
      expect(await store.beginWakeUp(held)).toBe(1);
      const [, again = held] = await store.leaseWakeUps(lease({ now: NOON + MINUTE }));
      expect(await store.beginWakeUp(held)).toBeUndefined();
      expect(await store.beginWakeUp(again)).toBe(2);
      await store.retryWakeUp(again, NOON + MINUTE, failed('x-1'));
      const [third = held] = (await store.leaseWakeUps(lease({ now: NOON + MINUTE }))).filter(
        ({ instanceId }) => instanceId === 'i-1',
      );
      expect(await store.beginWakeUp(third)).toBe(1);
      // What is set aside is begun once more when it is retried.
      await store.retryWakeUp(third, null, failed('x-2'));
      expect(await store.beginWakeUp(third)).toBeUndefined();
    });

    it('wakes an instance later when it was given back for later, and counts the attempts until a step', async () => {
      const [, first] = await store.leaseWakeUps(lease());
      expect(first).toEqual({ instanceId: 'i-1', revision: 1, attempts: 1 });
      const held = { instanceId: 'i-1', revision: 1, attempts: 1 };
      expect(await store.retryWakeUp(held, NOON + 9, failed('x-1'))).toEqual(failed('x-1'));
      expect(await woken({ now: NOON + 8 })).toEqual(['i-3']);
      expect(await store.leaseWakeUps(lease({ now: NOON + 9 }))).toEqual([
        { instanceId: 'i-1', revision: 1, attempts: 2 },
      ]);
      expect(await store.retryWakeUp(held, NOON, failed('x-2'))).toBeUndefined();
      expect(await woken({ now: NOON + 9 })).toEqual([]);
      await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON + 20 }), baseRevision: 1 }));
      expect(await store.leaseWakeUps(lease({ now: NOON + 20 }))).toEqual([
        { instanceId: 'i-1', revision: 2, attempts: 1 },
      ]);
      // Attempts count anew, and whoever held it before the step is still not heard.
      expect(await store.retryWakeUp(held, NOON, failed('x-3'))).toBeUndefined();
      expect(await woken({ now: NOON + 20 })).toEqual([]);
      // Nor is an incident opened of what a step has overtaken, or somebody else is trying.
      expect(await store.listIncidents({})).toEqual([failed('x-1')]);
    });

    it('wakes an instance at its new time after a step, and never after its end', async () => {
      await woken();
      await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON + 7 }), baseRevision: 1 }));
      await store.commitStep(
        aStep({ instance: anInstance('i-2', { wakeAt: NOON, status: 'ended' }), baseRevision: 1 }),
      );
      expect(await woken({ now: NOON + 7 })).toEqual(['i-3', 'i-1']);
      expect(await woken({ now: NOON + MINUTE + 7 })).toEqual(['i-3', 'i-1']);
    });
  });
}
