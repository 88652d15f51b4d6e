import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { aJob, aMessage, anInstance, aReport, aStep, NOON, startInstance } from '../rows.ts';
import { lease } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeLeases(openStore: OpenStore): void {
  describe('releaseLeases', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('gives back what the owner holds, at once, and nothing of others', async () => {
      await startInstance(store, 'i-0', [aReport('a1')]);
      await store.commitStep(
        aStep({
          instance: anInstance('i-1', { wakeAt: NOON }),
          jobsCreated: [aJob('j-1'), aJob('j-2', { dueAt: NOON + 1 })],
        }),
      );
      await store.leaseJobs(lease());
      await store.leaseJobs(lease({ now: NOON + 1, owner: 'other' }));
      await store.leaseWakeUps(lease());
      await store.leaseOutbox(lease());
      await store.putMessage(aMessage('s-1'));
      await store.leaseMessages(lease());
      await store.releaseLeases('me');
      const next = lease({ now: NOON + 1, owner: 'next' });
      expect(await store.leaseJobs(next)).toMatchObject([{ jobId: 'j-1', attempts: 2 }]);
      expect(await store.leaseWakeUps(next)).toMatchObject([{ instanceId: 'i-1' }]);
      expect(await store.leaseOutbox(next)).toMatchObject([{ attempts: 2, repeat: true }]);
      expect(await store.leaseMessages(next)).toMatchObject([{ sendId: 's-1', attempts: 2 }]);
    });
  });
}
