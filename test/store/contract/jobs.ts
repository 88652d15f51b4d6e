import { beforeEach, describe, expect, it } from 'vitest';
import type { Lease, Store } from '../../../src/store/store.ts';
import { aJob, anIncident, anInstance, aStep, DEFINITION, NOON } from '../rows.ts';
import { lease, MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

/** An attempt that failed, and is repeated at `dueAt`. */
const failedUntil = (dueAt: number) => ({ at: NOON, dueAt, reason: 'it failed', cause: null });

export function describeJobs(openStore: OpenStore): void {
  describe('jobs', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    const jobIds = async (changes: Partial<Lease> = {}) =>
      (await store.leaseJobs(lease(changes))).map((job) => job.jobId);

    beforeEach(async () => {
      await store.putDefinitions([DEFINITION]);
      await store.commitStep(
        aStep({
          jobsCreated: [
            aJob('j-1', { dueAt: NOON - 1 }),
            aJob('j-2', { dueAt: NOON - 2 }),
            aJob('j-3', { dueAt: NOON + 1 }),
          ],
        }),
      );
    });

    it('leases due jobs, oldest first, and counts the attempt', async () => {
      expect(await store.leaseJobs(lease())).toMatchObject([
        { jobId: 'j-2', attempts: 1 },
        { jobId: 'j-1', attempts: 1 },
      ]);
    });

    it('takes the oldest when there are more than asked for', async () => {
      expect(await jobIds({ limit: 1 })).toEqual(['j-2']);
      expect(await jobIds({ limit: 1 })).toEqual(['j-1']);
    });

    it('leases no job twice to callers that race', async () => {
      const owners = ['a', 'b', 'c', 'd'];
      const leased = await Promise.all(owners.map((owner) => jobIds({ owner, limit: 1 })));
      expect(leased.flat().toSorted()).toEqual(['j-1', 'j-2']);
    });

    it('leases a job again when its holder is dead, after the lease and not before', async () => {
      await store.leaseJobs(lease());
      expect(await jobIds({ now: NOON + MINUTE - 1, owner: 'heir' })).toEqual(['j-3']);
      expect(await jobIds({ now: NOON + MINUTE, owner: 'heir' })).toEqual(['j-2', 'j-1']);
    });

    it('calls a job again when it was given back for later', async () => {
      await store.leaseJobs(lease());
      await store.retryJob({ jobId: 'j-1', leases: 1 }, failedUntil(NOON + 10));
      expect(await jobIds({ now: NOON + 9 })).toEqual(['j-3']);
      expect(await store.leaseJobs(lease({ now: NOON + 10 }))).toMatchObject([
        { jobId: 'j-1', attempts: 2, dueAt: NOON + 10 },
      ]);
    });

    it('keeps why an attempt failed, of the latest with the job and of each in the history', async () => {
      await store.leaseJobs(lease());
      const failed = { ...failedUntil(NOON + 10), cause: 'Error: no room' };
      await store.retryJob({ jobId: 'j-1', leases: 1 }, failed);
      await store.retryJob({ jobId: 'j-1', leases: 1 }, { ...failed, reason: 'told twice' });
      await store.leaseJobs(lease({ now: NOON + 10 }));
      await store.retryJob({ jobId: 'j-1', leases: 2 }, failedUntil(NOON + 20));
      const [first, second] = await store.listJobs({});
      expect(first).toMatchObject({ jobId: 'j-1', reason: 'it failed', cause: null });
      expect(second).toMatchObject({ jobId: 'j-2', reason: null, cause: null });
      const data = { jobId: 'j-1', nodeId: 'book', service: 'bookRoom', reason: 'it failed' };
      const told = (await store.listHistory({ instanceId: 'i-1' })).filter(({ type }) => type === 'job.attempt-failed');
      expect(told).toMatchObject([{ at: NOON }, { at: NOON }]);
      expect(told.map((entry) => entry.data)).toEqual([
        { ...data, attempt: 1, nextAt: NOON + 10, cause: 'Error: no room' },
        { ...data, attempt: 2, nextAt: NOON + 20 },
      ]);
      await store.failJob({ jobId: 'j-2', leases: 1 }, anIncident('x-1', { cause: 'Error: no bed' }));
      const { reason } = anIncident('x-1');
      expect(await store.getJob('j-2')).toMatchObject({ state: 'failed', reason, cause: 'Error: no bed' });
    });

    const begun = async (minute: number, owner: string) => {
      const jobs = await store.leaseJobs(lease({ now: NOON + minute * MINUTE, owner }));
      return jobs.find(({ jobId }) => jobId === 'j-1')?.begun;
    };

    it('counts the attempts that did not come back: two by the leases of others, then before each is made', async () => {
      expect(await begun(0, 'a')).toBe(0);
      // Its own lease was too short.
      expect(await begun(1, 'a')).toBe(0);
      expect(await begun(2, 'b')).toBe(1);
      expect(await begun(3, 'c')).toBe(2);
      expect(await begun(4, 'd')).toBe(2);
      expect(await store.beginJob({ jobId: 'j-1', leases: 4 })).toBeUndefined();
      expect(await store.beginJob({ jobId: 'j-1', leases: 5 })).toBe(3);
      expect(await begun(5, 'e')).toBe(3);
      expect(await store.beginJob({ jobId: 'j-1', leases: 6 })).toBe(4);
      await store.retryJob({ jobId: 'j-1', leases: 6 }, failedUntil(NOON));
      expect(await begun(6, 'f')).toBe(0);
    });

    it('does not count an attempt whose holder releases it, and forgets none of the earlier ones', async () => {
      await begun(0, 'a');
      await store.releaseLeases('a');
      expect(await begun(0, 'b')).toBe(0);
      await begun(1, 'c');
      expect(await begun(2, 'd')).toBe(2);
      expect(await store.beginJob({ jobId: 'j-1', leases: 4 })).toBe(3);
      await store.releaseLeases('d');
      expect(await begun(2, 'e')).toBe(2);
    });

    it.each([0, 2])('counts from %i when a job that has failed is retried', async (from) => {
      const [held] = await store.leaseJobs(lease({ limit: 1 }));
      await store.failJob(held ?? aJob('j-2'), anIncident('x-1'), from);
      await store.makeJobDue('j-2', NOON);
      expect(await store.leaseJobs(lease({ limit: 1 }))).toMatchObject([{ jobId: 'j-2', begun: from }]);
    });

    it('ends the retries of a job with an incident', async () => {
      expect(await store.failJob({ jobId: 'j-1', leases: 0 }, anIncident('x-1'))).toBe(true);
      expect(await store.getJob('j-1')).toMatchObject({ state: 'failed' });
      expect(await store.listIncidents({})).toEqual([anIncident('x-1')]);
      expect(await jobIds({ now: NOON + 10 * MINUTE })).toEqual(['j-2', 'j-3']);
    });

    it.each(['the step that no longer needs it', 'the end of its instance'])(
      'cancels a job that has failed with %s',
      async (by) => {
        await store.failJob({ jobId: 'j-1', leases: 0 }, anIncident('x-1'));
        const instance = anInstance('i-1', { status: 'ended', endedAt: NOON });
        const closing = { jobsClosed: [{ jobId: 'j-1', state: 'cancelled' as const }], incidentsResolved: ['j-1'] };
        await store.commitStep(
          aStep({
            baseRevision: 1,
            ...(by.startsWith('the end') ? { instance, callsCancelled: true, incidentsResolved: 'all' } : closing),
          }),
        );
        expect(await store.getJob('j-1')).toMatchObject({ state: 'cancelled' });
        expect(await store.listIncidents({ open: true })).toEqual([]);
      },
    );

    it('does not hear a holder whose lease ran out and went to another', async () => {
      const [, late] = await store.leaseJobs(lease({ now: NOON }));
      await store.leaseJobs(lease({ now: NOON + MINUTE, owner: 'heir' }));
      await store.retryJob(late ?? aJob('j-1'), failedUntil(NOON));
      expect(await store.failJob(late ?? aJob('j-1'), anIncident('x-1'))).toBe(false);
      expect(await jobIds({ now: NOON + MINUTE })).toEqual([]);
      expect(await store.getJob('j-1')).toMatchObject({ state: 'queued', attempts: 2 });
      expect(await store.listIncidents({})).toEqual([]);
    });

    it('tells its holders apart also where one gave it back before its time, which was no attempt', async () => {
      const [first] = await store.leaseJobs(lease({ limit: 1 }));
      if (!first) throw new Error('nothing to lease');
      await store.deferJob(first, NOON - MINUTE);
      await store.deferJob(first, NOON - MINUTE);
      const [second] = await store.leaseJobs(lease({ limit: 1, owner: 'heir' }));
      expect(second).toMatchObject({ jobId: first.jobId, attempts: 1, leases: 2 });
      await store.deferJob(first, NOON - MINUTE);
      await store.retryJob(first, failedUntil(NOON));
      expect(await store.failJob(first, anIncident('x-1'))).toBe(false);
      expect(await store.splitJob(first, [], NOON)).toBe(false);
      expect(await store.getJob(first.jobId)).toEqual(second);
      expect(await jobIds()).not.toContain(first.jobId);
    });

    it('splits a job into others once, and all of them or none', async () => {
      const [held] = await store.leaseJobs(lease({ limit: 1 }));
      if (!held) throw new Error('nothing to lease');
      const twice = [aJob('j-9'), aJob('j-9')];
      await expect(store.splitJob(held, twice, NOON)).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
      expect(await store.getJob('j-2')).toMatchObject({ state: 'queued' });
      expect(await store.splitJob(held, [aJob('j-9'), aJob('j-10')], NOON)).toBe(true);
      expect(await store.splitJob(held, [aJob('j-11')], NOON)).toBe(false);
      expect(await store.getJob('j-2')).toMatchObject({ state: 'done' });
      expect(await jobIds()).toEqual(['j-1', 'j-10', 'j-9']);
    });

    it('lets one of two steps that do the same job win, also when the job makes them start instances', async () => {
      const closing = { jobsClosed: [{ jobId: 'j-1', state: 'done' as const }] };
      const start = (id: string) => store.commitStep(aStep({ instance: anInstance(id), ...closing }));
      const outcomes = await Promise.all([start('i-2'), start('i-3')]);
      expect(outcomes.toSorted()).toEqual(['committed', 'lost']);
      expect(await store.listInstances({})).toHaveLength(2);
      expect(await store.commitStep(aStep({ baseRevision: 1, ...closing }))).toBe('lost');
      expect(await store.getInstance('i-1')).toMatchObject({ revision: 1 });
    });

    it('does not bring back a job that is over', async () => {
      await store.commitStep(aStep({ baseRevision: 1, jobsClosed: [{ jobId: 'j-1', state: 'done' }] }));
      await store.commitStep(aStep({ baseRevision: 2, jobsClosed: [{ jobId: 'j-1', state: 'cancelled' }] }));
      await store.retryJob({ jobId: 'j-1', leases: 0 }, failedUntil(NOON));
      expect(await store.failJob({ jobId: 'j-1', leases: 0 }, anIncident('x-1'))).toBe(false);
      expect(await store.getJob('j-1')).toMatchObject({ state: 'done' });
      expect(await store.listIncidents({})).toEqual([]);
      expect(await jobIds()).toEqual(['j-2']);
    });
  });
}
