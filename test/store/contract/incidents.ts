import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
import { aJob, anIncident, anInstance, aStep, DEFINITION, NOON } from '../rows.ts';
import { lease, MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeIncidents(openStore: OpenStore): void {
  describe('incidents', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    beforeEach(() => store.putDefinition(DEFINITION));

    it('lists open incidents until a step overtakes their subject', async () => {
      await store.putIncident(anIncident('x-1'));
      await store.putIncident(anIncident('x-2', { subject: 'j-2', at: NOON + 1 }));
      const resolving = { incidentsResolved: ['j-1'] };
      await store.commitStep(aStep({ ...resolving, at: NOON + 5 }));
      expect(await store.commitStep(aStep({ incidentsResolved: 'all' }))).toBe('lost');
      await store.commitStep(aStep({ ...resolving, baseRevision: 1, at: NOON + 6 }));
      const resolved = anIncident('x-1', { resolvedAt: NOON + 5 });
      const open = anIncident('x-2', { subject: 'j-2', at: NOON + 1 });
      expect(await store.listIncidents({})).toEqual([resolved, open]);
      expect(await store.listIncidents({ open: true })).toEqual([open]);
      expect(await store.listIncidents({ open: false, instanceId: 'i-1' })).toEqual([resolved]);
      expect(await store.listIncidents({ instanceId: 'i-2' })).toEqual([]);
    });

    it('counts what happens again, and opens another once it was resolved', async () => {
      await store.putIncident(anIncident('x-1'));
      const again = await store.putIncident(anIncident('x-2', { reason: 'still', at: NOON + 9, latestAt: NOON + 9 }));
      expect(again).toEqual(anIncident('x-1', { reason: 'still', latestAt: NOON + 9, count: 2 }));
      await store.putIncident(anIncident('x-3', { code: 'ERR_NO_HANDLER' }));
      expect(await store.listIncidents({})).toMatchObject([again, { incidentId: 'x-3' }]);
      await store.commitStep(aStep({ incidentsResolved: 'all' }));
      await store.putIncident(anIncident('x-4'));
      expect(await store.listIncidents({ open: true })).toEqual([anIncident('x-4')]);
    });

    it('opens one for callers that race, and counts the others', async () => {
      const ids = Array.from({ length: 8 }, (_, index) => `x-${index}`);
      for (const instanceId of ['i-1', null]) {
        const stand = await Promise.all(
          ids.map((id) => store.putIncident(anIncident(`${instanceId} ${id}`, { instanceId }))),
        );
        expect(new Set(stand.map(({ incidentId }) => incidentId)).size).toBe(1);
      }
      expect((await store.listIncidents({})).map(({ count }) => count)).toEqual([8, 8]);
    });

    it('make the failed job due again, for one more attempt, until it goes through', async () => {
      await store.commitStep(aStep({ jobsCreated: [aJob('j-1')] }));
      const [held] = await store.leaseJobs(lease());
      await store.failJob(held ?? aJob('?'), anIncident('x-1'));
      expect(await store.leaseJobs(lease({ now: NOON + MINUTE }))).toEqual([]);
      const read = await store.listIncidents({});
      expect(await store.retryIncident('x-1', NOON + 7)).toEqual({ kind: 'retried', incident: read[0] });
      expect(await store.listIncidents({})).toEqual(read);
      expect(await store.leaseJobs(lease({ now: NOON + 6 }))).toEqual([]);
      const [again] = await store.leaseJobs(lease({ now: NOON + 7 }));
      expect(again).toMatchObject({ jobId: 'j-1', attempts: 2 });
      // It is being tried: nobody takes it from its holder.
      await store.retryIncident('x-1', NOON + 8);
      expect(await store.leaseJobs(lease({ now: NOON + 8 }))).toEqual([]);
      await store.commitStep(
        aStep({ instance: anInstance('i-2'), jobsClosed: [{ jobId: 'j-1', state: 'done' }], at: NOON + 9 }),
      );
      expect(await store.listIncidents({})).toMatchObject([{ incidentId: 'x-1', resolvedAt: NOON + 9 }]);
      expect(await store.retryIncident('x-1', NOON + 10)).toMatchObject({ kind: 'resolved' });
      expect(await store.listHistory({})).toMatchObject([
        { type: 'incident.retried', at: NOON + 7, data: { incidentId: 'x-1', subject: 'j-1' } },
        { type: 'incident.retried', at: NOON + 8 },
      ]);
    });

    it('do not wake an instance that is suspended', async () => {
      await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON, status: 'suspended' }) }));
      await store.putIncident(anIncident('x-1', { kind: 'wake', subject: 'i-1' }));
      await store.retryIncident('x-1', NOON + 5);
      expect(await store.leaseWakeUps(lease({ now: NOON + 5 }))).toEqual([]);
    });

    it('make an instance wake up, and a timer start, at once', async () => {
      await store.putDefinition({ ...DEFINITION, definitionId: 'hash-2' }, [
        { startNodeId: 'at', dueAt: NOON, left: null },
      ]);
      await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON }) }));
      const [woken] = await store.leaseWakeUps(lease());
      const [started] = await store.leaseTimerStarts(lease());
      if (woken === undefined || started === undefined) throw new Error('nothing to lease');
      await store.retryWakeUp(woken, NOON + MINUTE);
      await store.retryTimerStart(started, NOON + MINUTE);
      await store.putIncident(anIncident('x-1', { kind: 'wake', subject: 'i-1' }));
      await store.putIncident(anIncident('x-2', { kind: 'start', subject: 'leave.at', instanceId: null }));
      expect(await store.leaseWakeUps(lease({ now: NOON + 5 }))).toEqual([]);
      for (const id of ['x-1', 'x-2'])
        expect(await store.retryIncident(id, NOON + 5)).toMatchObject({ kind: 'retried' });
      expect(await store.leaseWakeUps(lease({ now: NOON + 5 }))).toMatchObject([{ instanceId: 'i-1' }]);
      expect(await store.leaseTimerStarts(lease({ now: NOON + 5 }))).toMatchObject([{ startNodeId: 'at' }]);
    });

    it('of a press wait for the person', async () => {
      await store.putIncident(anIncident('x-1', { kind: 'press', subject: 't-1' }));
      expect(await store.retryIncident('x-1', NOON)).toMatchObject({ kind: 'press' });
      expect(await store.retryIncident('x-2', NOON)).toEqual({ kind: 'unknown' });
      expect(await store.listHistory({})).toEqual([]);
    });

    it('has no open incident of an instance that ended', async () => {
      for (const subject of ['j-1', 'j-2']) await store.putIncident(anIncident(subject, { subject }));
      await store.putIncident(anIncident('other', { instanceId: 'i-2' }));
      await store.commitStep(aStep({ incidentsResolved: 'all' }));
      expect(await store.listIncidents({ open: true })).toMatchObject([{ incidentId: 'other' }]);
    });
  });
}
