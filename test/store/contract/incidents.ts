import { beforeEach, describe, expect, it } from 'vitest';
import type { IncidentRow, Store } from '../../../src/store/store.ts';
import { aJob, anIncident, anInstance, aStep, aTask, DEFINITION, NOON } from '../rows.ts';
import { lease, MINUTE } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeIncidents(openStore: OpenStore): void {
  describe('incidents', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    /** Of a press of a task of `i-1` that is open. */
    const ofPress = (incidentId: string, changes: Partial<IncidentRow> = {}) =>
      anIncident(incidentId, { kind: 'press', subject: 't-1', ...changes });

    beforeEach(async () => {
      await store.putDefinitions([DEFINITION]);
      await store.commitStep(aStep({ tasksCreated: [aTask('t-1'), aTask('t-2')] }));
    });

    it('lists open incidents until a step overtakes their subject', async () => {
      const open = ofPress('x-2', { subject: 't-2', at: NOON + 1 });
      expect(await store.failPress(ofPress('x-1'))).toEqual(ofPress('x-1'));
      expect(await store.failPress(open)).toEqual(open);
      const resolving = { incidentsResolved: ['t-1'] };
      await store.commitStep(aStep({ ...resolving, baseRevision: 1, at: NOON + 5 }));
      expect(await store.commitStep(aStep({ incidentsResolved: 'all', baseRevision: 1 }))).toBe('lost');
      await store.commitStep(aStep({ ...resolving, baseRevision: 2, at: NOON + 6 }));
      const resolved = ofPress('x-1', { resolvedAt: NOON + 5 });
      expect(await store.listIncidents({})).toEqual([resolved, open]);
      expect(await store.listIncidents({ open: true })).toEqual([open]);
      expect(await store.listIncidents({ open: false, instanceId: 'i-1' })).toEqual([resolved]);
      expect(await store.listIncidents({ instanceId: 'i-2' })).toEqual([]);
    });

    it('counts what happens again, and opens another once it was resolved', async () => {
      await store.failPress(ofPress('x-1'));
      const again = await store.failPress(ofPress('x-2', { reason: 'still', at: NOON + 9, latestAt: NOON + 9 }));
      expect(again).toEqual(ofPress('x-1', { reason: 'still', latestAt: NOON + 9, count: 2 }));
      await store.failPress(ofPress('x-3', { code: 'ERR_NO_HANDLER' }));
      expect(await store.listIncidents({})).toMatchObject([{ incidentId: 'x-1', count: 2 }, { incidentId: 'x-3' }]);
      await store.commitStep(aStep({ incidentsResolved: 'all', baseRevision: 1 }));
      await store.failPress(ofPress('x-4'));
      expect(await store.listIncidents({ open: true })).toEqual([ofPress('x-4')]);
    });

    it('opens one for callers that race, and counts the others', async () => {
      const ids = Array.from({ length: 8 }, (_, index) => `x-${index}`);
      const stand = await Promise.all(ids.map((id) => store.failPress(ofPress(id))));
      expect(new Set(stand.map((incident) => incident?.incidentId)).size).toBe(1);
      expect((await store.listIncidents({})).map(({ count }) => count)).toEqual([8]);
    });

    it('opens none of a press whose task is closed, also by a step that races', async () => {
      const closing = { handler: 'ann', opinions: null, handleStatus: null, handlerName: null, turnHandler: null };
      const close = aStep({
        baseRevision: 1,
        tasksClosed: [{ taskId: 't-1', state: 'FINISH', closedAt: NOON, ...closing }],
        incidentsResolved: ['t-1'],
      });
      const ids = Array.from({ length: 8 }, (_, index) => `x-${index}`);
      await Promise.all([...ids.map((id) => store.failPress(ofPress(id))), store.commitStep(close)]);
      expect(await store.listIncidents({ open: true })).toEqual([]);
      expect(await store.failPress(ofPress('late'))).toBeUndefined();
      expect(await store.failPress(ofPress('of none', { subject: 't-9' }))).toBeUndefined();
      expect(await store.listIncidents({ open: true })).toEqual([]);
    });

    it('make the failed job due again, for one more attempt, until it goes through', async () => {
      await store.commitStep(aStep({ jobsCreated: [aJob('j-1')], baseRevision: 1 }));
      const [held] = await store.leaseJobs(lease());
      await store.failJob(held ?? aJob('?'), anIncident('x-1'));
      expect(await store.leaseJobs(lease({ now: NOON + MINUTE }))).toEqual([]);
      const read = await store.listIncidents({});
      expect(await store.retryIncident('x-1', NOON + 7)).toEqual({ kind: 'retried', incident: read[0] });
      expect(await store.listIncidents({})).toEqual(read);
      // Due also by a clock that is behind that of the operator.
      const [again] = await store.leaseJobs(lease({ now: NOON + 6 }));
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
        { type: 'definition.deployed' },
        { type: 'incident.raised', data: { incidentId: 'x-1', kind: 'job', subject: 'j-1' } },
        { type: 'incident.retried', at: NOON + 7, data: { incidentId: 'x-1', subject: 'j-1' } },
        { type: 'incident.retried', at: NOON + 8 },
      ]);
    });

    it('of a press are resolved by a person, with the reason; those that a retry closes are not', async () => {
      await store.failPress(ofPress('x-1'));
      const operator = { by: 'eva', reason: 'ordered by phone' };
      expect(await store.resolveIncident('x-1', NOON + 7, operator)).toMatchObject({
        kind: 'closed',
        incident: { incidentId: 'x-1', resolvedAt: NOON + 7 },
      });
      expect(await store.resolveIncident('x-1', NOON + 8, operator)).toMatchObject({ kind: 'resolved' });
      expect(await store.resolveIncident('of nothing', NOON + 8, operator)).toEqual({ kind: 'unknown' });
      expect(await store.listIncidents({ open: true })).toEqual([]);
      const written = (await store.listHistory({})).filter(({ type }) => type === 'incident.resolved');
      expect(written).toMatchObject([{ at: NOON + 7, data: { incidentId: 'x-1', ...operator } }]);
      // The next failure is another incident.
      expect(await store.failPress(ofPress('x-2'))).toMatchObject({ incidentId: 'x-2', count: 1 });
      await store.commitStep(aStep({ jobsCreated: [aJob('j-1')], baseRevision: 1 }));
      const [held] = await store.leaseJobs(lease());
      await store.failJob(held ?? aJob('?'), anIncident('x-3'));
      expect(await store.resolveIncident('x-3', NOON + 9, operator)).toMatchObject({ kind: 'job' });
      expect(await store.listIncidents({ open: true })).toHaveLength(2);
    });

    it('do not wake an instance that is suspended', async () => {
      await store.commitStep(aStep({ instance: anInstance('i-2', { wakeAt: NOON }) }));
      const [held] = await store.leaseWakeUps(lease());
      const ofWake = anIncident('x-1', { kind: 'wake', subject: 'i-2', instanceId: 'i-2' });
      expect(held && (await store.retryWakeUp(held, NOON + MINUTE, ofWake))).toEqual(ofWake);
      const suspended = anInstance('i-2', { wakeAt: NOON, status: 'suspended' });
      await store.commitStep(aStep({ instance: suspended, baseRevision: 1 }));
      expect(await store.retryIncident('x-1', NOON + 5)).toMatchObject({ kind: 'retried' });
      expect(await store.leaseWakeUps(lease({ now: NOON + 5 }))).toEqual([]);
    });

    it('make an instance wake up, and a timer start, at once', async () => {
      await store.putDefinitions([
        { ...DEFINITION, definitionId: 'hash-2', timerStarts: [{ startNodeId: 'at', dueAt: NOON, left: null }] },
      ]);
      await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON }), baseRevision: 1 }));
      const [woken] = await store.leaseWakeUps(lease());
      const [started] = await store.leaseTimerStarts(lease());
      if (woken === undefined || started === undefined) throw new Error('nothing to lease');
      const ofStart = anIncident('x-2', { kind: 'start', subject: 'leave.at', instanceId: null });
      await store.retryWakeUp(woken, NOON + MINUTE, anIncident('x-1', { kind: 'wake', subject: 'i-1' }));
      await store.retryTimerStart(started, NOON + MINUTE, ofStart);
      expect(await store.leaseWakeUps(lease({ now: NOON + 5 }))).toEqual([]);
      for (const id of ['x-1', 'x-2'])
        expect(await store.retryIncident(id, NOON + 5)).toMatchObject({ kind: 'retried' });
      expect(await store.leaseWakeUps(lease({ now: NOON + 5 }))).toMatchObject([{ instanceId: 'i-1' }]);
      expect(await store.leaseTimerStarts(lease({ now: NOON + 5 }))).toMatchObject([{ startNodeId: 'at' }]);
    });

    it('of a press wait for the person', async () => {
      await store.failPress(ofPress('x-1'));
      expect(await store.retryIncident('x-1', NOON)).toMatchObject({ kind: 'press' });
      expect(await store.retryIncident('x-2', NOON)).toEqual({ kind: 'unknown' });
      expect((await store.listHistory({})).map(({ type }) => type)).toEqual(['definition.deployed', 'incident.raised']);
    });

    it('has no open incident of an instance that ended', async () => {
      const ofOther = { subject: 't-3', instanceId: 'i-2' };
      const tasksCreated = [aTask('t-3', { instanceId: 'i-2' })];
      await store.commitStep(aStep({ instance: anInstance('i-2'), tasksCreated }));
      for (const subject of ['t-1', 't-2']) await store.failPress(ofPress(subject, { subject }));
      await store.failPress(ofPress('other', ofOther));
      await store.commitStep(aStep({ incidentsResolved: 'all', baseRevision: 1 }));
      expect(await store.listIncidents({ open: true })).toMatchObject([{ incidentId: 'other' }]);
    });

    it('keeps open what the end leaves in the center: a task that the restored database does not know', async () => {
      await store.openIncident(anIncident('x-1', { kind: 'restore', subject: 'i-1.9', code: 'ERR_RESTORED' }));
      await store.failPress(ofPress('x-2'));
      await store.commitStep(aStep({ incidentsResolved: 'all', baseRevision: 1 }));
      expect(await store.listIncidents({ open: true })).toMatchObject([{ incidentId: 'x-1' }]);
    });
  });
}
