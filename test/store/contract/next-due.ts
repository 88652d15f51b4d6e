import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { aJob, aMessage, anInstance, aReport, aStep, NOON, startInstance } from '../rows.ts';
import { lease, leaseOne, parked } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeNextDue(openStore: OpenStore): void {
  describe('nextDueAt', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('is null when nothing waits', async () => {
      await startInstance(store, 'i-1');
      expect(await store.nextDueAt()).toBeNull();
    });

    it('is the earliest of jobs, wake-ups, outbox and messages, or of the one that is asked for', async () => {
      await startInstance(store, 'i-0', [aReport('a1')]);
      await store.commitStep(
        aStep({ instance: anInstance('i-1', { wakeAt: NOON - 1 }), jobsCreated: [aJob('j-1', { dueAt: NOON + 1 })] }),
      );
      expect(await store.nextDueAt()).toBe(NOON - 1);
      expect(await store.nextDueAt('job')).toBe(NOON + 1);
      expect(await store.nextDueAt('wake-up')).toBe(NOON - 1);
      expect(await store.nextDueAt('outbox')).toBe(NOON);
      expect(await store.nextDueAt('message')).toBeNull();
      await store.putMessage(aMessage('s-1', { dueAt: NOON - 2 }));
      expect(await store.nextDueAt('message')).toBe(NOON - 2);
      expect(await store.nextDueAt()).toBe(NOON - 2);
    });

    it('is the end of the lease for what is leased', async () => {
      await startInstance(store, 'i-0', [aReport('a1'), aReport('a2')]);
      await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON }), jobsCreated: [aJob('j-1')] }));
      await store.leaseJobs(lease({ leaseMs: 3 }));
      await store.leaseWakeUps(lease({ leaseMs: 4 }));
      await store.leaseOutbox(lease({ leaseMs: 5 }));
      expect(await store.nextDueAt('job')).toBe(NOON + 3);
      expect(await store.nextDueAt('wake-up')).toBe(NOON + 4);
      expect(await store.nextDueAt('outbox')).toBe(NOON + 5);
      expect(await store.nextDueAt()).toBe(NOON + 3);
    });

    it('does not count entries that wait behind a parked one', async () => {
      await startInstance(store, 'i-1', [aReport('a1'), aReport('a2')]);
      const { seq } = await leaseOne(store);
      await store.settleOutbox('me', [parked(seq)]);
      expect(await store.nextDueAt()).toBeNull();
    });
  });
}
