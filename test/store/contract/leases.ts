import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { aJob, aMessage, anInstance, aReport, aStep, DEFINITION, NOON, startInstance } from '../rows.ts';
import { lease, MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

const commitWork = (store: Store, taskId: string) =>
  store.commitStep(aStep({ instance: anInstance('i-1'), jobsCreated: [aJob('j-1')], reports: [aReport(taskId)] }));

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
      expect(await store.leaseJobs(next)).toMatchObject([{ jobId: 'j-1', attempts: 1 }]);
      expect(await store.leaseWakeUps(next)).toMatchObject([{ instanceId: 'i-1' }]);
      expect(await store.leaseOutbox(next)).toMatchObject([{ attempts: 2, repeat: true }]);
      expect(await store.leaseMessages(next)).toMatchObject([{ sendId: 's-1', attempts: 2 }]);
    });
  });

  describe('releaseLost', () => {
    it('gives back what a dead owner held as if its leases had expired, and nothing of others', async () => {
      const store = await openStore();
      await startInstance(store, 'i-0', [aReport('a1')]);
      await commitWork(store, 'a2');
      await store.leaseOutbox(lease({ limit: 1 }));
      await store.leaseOutbox(lease({ owner: 'other' }));
      await store.leaseJobs(lease());
      await store.releaseLost('me');
      const next = lease({ owner: 'next' });
      expect(await store.leaseOutbox(next)).toMatchObject([{ attempts: 2, repeat: true }]);
      expect(await store.leaseJobs(next)).toMatchObject([{ jobId: 'j-1', begun: 1 }]);
    });
  });

  describe('renewLeases', () => {
    let store: Store;
    const now = NOON + MINUTE;
    const renewal = { owner: 'me', freeAt: now + MINUTE };
    beforeEach(async () => {
      store = await openStore();
      for (const id of ['s-1', 's-2', 's-3']) await store.putMessage(aMessage(id));
      await store.leaseMessages(lease());
    });

    it('begins the leases of the holder again, also those that have expired', async () => {
      expect(await store.renewLeases('messages', ['s-1', 's-2'], renewal)).toHaveLength(2);
      expect(await store.leaseMessages(lease({ now, owner: 'next' }))).toMatchObject([{ sendId: 's-3' }]);
    });

    it('leaves out those that were settled, released or taken by somebody else', async () => {
      await store.settleMessage(
        { sendId: 's-1', attempts: 1 },
        { state: 'sent', at: NOON, problems: [], reason: null },
      );
      await store.leaseMessages(lease({ now, limit: 1, owner: 'next' }));
      expect(await store.renewLeases('messages', ['s-1', 's-2', 's-3'], renewal)).toEqual(['s-3']);
      await store.releaseLost('me');
      expect(await store.renewLeases('messages', ['s-3'], renewal)).toEqual([]);
    });

    it('knows jobs and reports as well by their keys', async () => {
      await store.putDefinitions([DEFINITION]);
      await commitWork(store, 'a1');
      const [report] = await store.leaseOutbox(lease());
      await store.leaseJobs(lease());
      expect(await store.renewLeases('jobs', ['j-1'], renewal)).toEqual(['j-1']);
      expect(await store.renewLeases('outbox', [report?.seq ?? 0], renewal)).toEqual([report?.seq]);
    });
  });
}
