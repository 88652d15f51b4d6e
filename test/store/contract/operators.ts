import { beforeEach, describe, expect, it } from 'vitest';
import { DUE_AT_ONCE } from '../../../src/store/rows/columns.ts';
import type { DefinitionRow, Store } from '../../../src/store/store.ts';
import { aJob, anIncident, anInstance, aReport, aStep, aTask, DEFINITION, NOON, startInstance } from '../rows.ts';
import { lease, leaseOne, MINUTE, parked, pending, seqs } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

/** What people do to single rows beside the processes, and what they look through. */
export function describeOperators(openStore: OpenStore): void {
  describe('operators', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    /** Without the first entry, which says that the definition was deployed. */
    const historyOf = async () => (await store.listHistory({})).slice(1).map(({ type, data }) => [type, data]);

    it('acknowledge a report that is unconfirmed, one of several, and no other', async () => {
      await startInstance(store, 'i-1', [aReport('a1')]);
      const { seq } = await leaseOne(store);
      const decision = { at: NOON + 5, reason: 'it is there', by: 'eva' };
      expect(await store.acknowledgeOutbox(seq, decision)).toBe(false);
      await store.settleOutbox('me', [{ seq, state: 'unconfirmed', at: NOON, reason: 'answered 2005' }]);
      const heard = await Promise.all([1, 2, 3].map(() => store.acknowledgeOutbox(seq, decision)));
      expect(heard.filter(Boolean)).toHaveLength(1);
      expect(await store.getOutboxEntry(seq)).toMatchObject({ state: 'acknowledged', reason: 'it is there' });
      expect((await store.countBacklog(NOON)).reports.unconfirmed).toBe(0);
      expect(await store.listOutbox({ state: 'acknowledged' })).toHaveLength(1);
      expect(await historyOf()).toEqual([
        ['report.unconfirmed', { seq, reason: 'answered 2005' }],
        ['report.acknowledged', { seq, reason: 'it is there', by: 'eva' }],
      ]);
    });

    it('make due what waits for its next attempt, the oldest at once, but nothing that is leased or behind another', async () => {
      for (const id of ['i-1', 'i-2', 'i-3']) await startInstance(store, id, [aReport(`${id}.1`), aReport(`${id}.2`)]);
      const rows = await store.leaseOutbox(lease());
      const [first = 0, second = 0, third = 0] = seqs(rows);
      await store.settleOutbox(
        'me',
        [first, second].map((seq) => pending(seq, { dueAt: NOON + MINUTE })),
      );
      expect(await store.makeOutboxDue({ at: NOON + 1, by: 'eva' })).toBe(2);
      expect(await store.nextDueAt('outbox')).toBe(DUE_AT_ONCE);
      const again = await store.leaseOutbox(lease({ now: NOON + 1, limit: 1, owner: 'you' }));
      expect(again).toMatchObject([{ seq: first, attempts: 2, dueAt: NOON + 1 }]);
      expect(await store.nextDueAt('outbox')).toBe(NOON + 1);
      expect(seqs(await store.leaseOutbox(lease({ now: NOON + 1, owner: 'you' })))).toEqual([second]);
      expect(await store.makeOutboxDue({ at: NOON + 2, seq: third })).toBe(0);
      expect(await store.makeOutboxDue({ at: NOON + 2 })).toBe(0);
      expect(await historyOf()).toEqual([['outbox.now', { reports: 2, by: 'eva' }]]);
    });

    it('make one report due, with an entry in the history of its instance', async () => {
      for (const id of ['i-1', 'i-2']) await startInstance(store, id, [aReport(`${id}.1`)]);
      const [first = 0, second = 0] = seqs(await store.leaseOutbox(lease()));
      await store.settleOutbox(
        'me',
        [first, second].map((seq) => pending(seq, { dueAt: NOON + MINUTE })),
      );
      expect(await store.makeOutboxDue({ at: NOON + 1, seq: second })).toBe(1);
      expect(seqs(await store.leaseOutbox(lease({ now: NOON + 1 })))).toEqual([second]);
      expect(await store.listHistory({ instanceId: 'i-2' })).toMatchObject([
        { type: 'outbox.now', data: { seq: second, reports: 1 } },
      ]);
    });

    it('are named in the history of what they retry and skip', async () => {
      await startInstance(store, 'i-1', [aReport('a1')]);
      const { seq, attempts } = await leaseOne(store);
      await store.settleOutbox('me', [parked(seq)]);
      await store.retryOutbox({ seq, attempts, by: 'eva' }, NOON);
      await store.skipOutbox({ seq, attempts }, { at: NOON, reason: 'by hand', by: 'eva' });
      await store.commitStep(aStep({ instance: anInstance('i-2'), jobsCreated: [aJob('j-1', { instanceId: 'i-2' })] }));
      const [held] = await store.leaseJobs(lease());
      await store.failJob(held ?? aJob('?'), anIncident('x-1', { instanceId: 'i-2' }));
      await store.retryIncident('x-1', NOON, { by: 'eva' });
      const types = ['report.retried', 'report.skipped', 'incident.retried'];
      const named = (await store.listHistory({})).filter(({ type }) => types.includes(type));
      expect(named.map(({ type, data }) => [type, data.by])).toEqual(types.map((type) => [type, 'eva']));
      // By the whole name, and not by a text that only looks as if somebody did it.
      expect(await store.listHistory({ by: 'eva' })).toEqual(named);
      expect(await store.listHistory({ by: 'ev' })).toEqual([]);
      await startInstance(store, 'i-3', [aReport('a2')]);
      const second = await leaseOne(store);
      await store.settleOutbox('me', [parked(second.seq)]);
      await store.skipOutbox(second, { at: NOON, reason: '"by":"mallory"', by: 'O"Hara' });
      expect(await store.listHistory({ by: 'mallory' })).toEqual([]);
      expect(await store.listHistory({ by: 'O"Hara' })).toMatchObject([{ instanceId: 'i-3', type: 'report.skipped' }]);
    });

    it('see jobs without what they are called with, and make one due that waits or has failed', async () => {
      const dueAt = NOON + MINUTE;
      const secret = { variables: { salary: 7 }, input: { iban: 'x' } };
      await store.putDefinitions([DEFINITION]);
      const jobs = [aJob('j-1', { dueAt, ...secret }), aJob('j-2'), aJob('j-3', { instanceId: 'i-1' })];
      await store.commitStep(aStep({ instance: anInstance('i-1'), jobsCreated: jobs }));
      const [held] = await store.leaseJobs(lease({ limit: 1 }));
      await store.failJob(held ?? aJob('?'), anIncident('x-1', { subject: 'j-2' }));
      expect((await store.countBacklog(NOON)).failedJobs).toBe(1);
      const [waiting] = await store.listJobs({ state: 'queued', limit: 1 });
      expect(waiting).toMatchObject({ jobId: 'j-1', state: 'queued', attempts: 0, dueAt });
      expect(JSON.stringify(waiting)).not.toMatch(/salary|iban/);
      expect((await store.listJobs({ after: 'j-1' })).map(({ jobId }) => jobId)).toEqual(['j-2', 'j-3']);
      expect(await store.listJobs({ instanceId: 'i-9' })).toEqual([]);
      expect(await store.makeJobDue('j-1', NOON, { by: 'eva' })).toBe(true);
      expect(await store.makeJobDue('j-2', NOON)).toBe(true);
      expect(await store.makeJobDue('j-9', NOON)).toBe(false);
      const leased = await store.leaseJobs(lease());
      expect(leased.map(({ jobId }) => jobId)).toEqual(['j-1', 'j-2', 'j-3']);
      expect(await store.makeJobDue('j-1', NOON + MINUTE - 1)).toBe(false);
      // Whoever leased it is dead.
      expect(await store.makeJobDue('j-1', NOON + MINUTE)).toBe(true);
      expect((await store.countBacklog(NOON)).failedJobs).toBe(0);
      expect((await historyOf()).filter(([type]) => type === 'job.retried')).toEqual([
        ['job.retried', { jobId: 'j-1', by: 'eva' }],
        ['job.retried', { jobId: 'j-2' }],
        ['job.retried', { jobId: 'j-1' }],
      ]);
    });

    it('request something of an instance, once at a time, until it has ended, or it is refused', async () => {
      await startInstance(store, 'i-1');
      const job = aJob('i-1.terminate', { kind: 'request', service: 'instances.terminate' });
      const request = { at: NOON, by: 'eva', reason: 'ordered twice', force: false };
      expect(await store.putRequest(aJob('i-9.terminate', { instanceId: 'i-9' }), request)).toBe('unknown');
      expect(await store.putRequest(job, request)).toBe('requested');
      const forced = { ...job, input: { force: true } };
      expect(await store.putRequest(forced, { ...request, force: true })).toBe('requested');
      const [held] = await store.leaseJobs(lease());
      expect(held).toMatchObject({ jobId: 'i-1.terminate', kind: 'request', input: { force: true } });
      expect(await store.putRequest(job, request)).toBe('running');
      // Nor once the lease has run out: its holder may only be slow, and would close the new request instead of the old.
      expect(await store.putRequest(job, { ...request, at: NOON + 10 * lease().leaseMs })).toBe('running');
      expect(held && (await store.failJob(held, anIncident('x-1', { subject: 'i-1.terminate' })))).toBe(true);
      expect(await store.putRequest(job, request)).toBe('requested');
      const [again] = await store.leaseJobs({ ...lease(), now: NOON + 1 });
      if (again) await store.refuseRequest(again, { at: NOON, by: 'eva', reason: 'it is suspended' });
      expect(await store.getJob('i-1.terminate')).toMatchObject({ state: 'cancelled', reason: 'it is suspended' });
      const refused = { operation: 'instances.terminate', by: 'eva', reason: 'it is suspended' };
      expect((await historyOf()).filter(([type]) => type === 'operation.refused')).toEqual([
        ['operation.refused', refused],
      ]);
      expect(await store.putRequest(job, request)).toBe('requested');
      const over = anInstance('i-1', { status: 'terminated', endedAt: NOON });
      const jobsClosed = [{ jobId: 'i-1.terminate', state: 'done' as const }];
      await store.commitStep(aStep({ instance: over, baseRevision: 1, jobsClosed, incidentsResolved: 'all' }));
      expect(await store.putRequest(job, request)).toBe('over');
      const about = { operation: 'instances.terminate', by: 'eva', reason: 'ordered twice', force: false };
      const entry = ['operation.requested', about];
      const told = (await historyOf()).filter(([type]) => type === 'operation.requested');
      expect(told).toHaveLength(4);
      expect(told[0]).toEqual(entry);
      expect(await store.listIncidents({ open: true })).toEqual([]);
    });

    it('see the definitions of each process, and how many instances run them', async () => {
      const older = { ...DEFINITION, definitionId: 'hash-0', deployedAt: NOON - 1 };
      await store.putDefinitions([older]);
      await store.commitStep(aStep({ instance: anInstance('i-1', { definitionId: 'hash-0' }) }));
      await store.putDefinitions([{ ...DEFINITION, deployedAt: NOON }]);
      await store.commitStep(aStep({ instance: anInstance('i-2', { status: 'ended', endedAt: NOON }) }));
      await store.putDefinitions([{ ...DEFINITION, definitionId: 'hash-9', processId: 'travel' }]);
      const { processId } = DEFINITION;
      const deployed = { processId, undeployedAt: null, instances: 1 };
      expect(await store.listDefinitions({ processId })).toEqual([
        { ...deployed, definitionId: 'hash-1', deployedAt: NOON, isLatest: true, openInstances: 0 },
        { ...deployed, definitionId: 'hash-0', deployedAt: NOON - 1, isLatest: false, openInstances: 1 },
      ]);
      const after = async (definition: DefinitionRow) =>
        (await store.listDefinitions({ after: definition })).map(({ definitionId }) => definitionId);
      expect(await after({ ...DEFINITION, deployedAt: NOON })).toEqual(['hash-0', 'hash-9']);
      expect(await after(older)).toEqual(['hash-9']);
    });

    it('find instances by initiator, and go on after one of them', async () => {
      await store.putDefinitions([DEFINITION]);
      for (const [index, initiator] of ['ann', 'bob', 'ann', 'ann'].entries()) {
        const instance = anInstance(`i-${index}`, { initiator, startedAt: NOON + Math.floor(index / 2) });
        await store.commitStep(aStep({ instance }));
      }
      const ids = async (filter: Parameters<Store['listInstances']>[0]) =>
        (await store.listInstances(filter)).map(({ instanceId }) => instanceId);
      expect(await ids({ initiator: 'ann' })).toEqual(['i-0', 'i-2', 'i-3']);
      const [, second] = await store.listInstances({ initiator: 'ann' });
      expect(await ids({ initiator: 'ann', ...(second && { after: second }) })).toEqual(['i-3']);
      const [first] = await store.listInstances({});
      expect(await ids({ limit: 2, ...(first && { after: first }) })).toEqual(['i-1', 'i-2']);
    });

    it('find incidents by code and by process, also those of starts', async () => {
      await store.putDefinitions([DEFINITION]);
      await store.commitStep(aStep({ tasksCreated: [aTask('t-1'), aTask('t-2')] }));
      await store.failPress(anIncident('x-1', { kind: 'press', subject: 't-1', code: 'ERR_NO_HANDLER' }));
      await store.failPress(anIncident('x-2', { kind: 'press', subject: 't-2' }));
      const timer = { startNodeId: 'at', dueAt: NOON, left: null };
      await store.putDefinitions([
        { ...DEFINITION, definitionId: 'of leave-2', processId: 'leave-2', timerStarts: [timer] },
      ]);
      const [start] = await store.leaseTimerStarts(lease());
      const ofStart = anIncident('x-3', { kind: 'start', subject: 'leave-2.at', instanceId: null });
      if (start) await store.retryTimerStart(start, NOON + 1, ofStart);
      const ids = async (filter: Parameters<Store['listIncidents']>[0]) =>
        (await store.listIncidents(filter)).map(({ incidentId }) => incidentId);
      expect(await ids({ code: 'ERR_NO_HANDLER' })).toEqual(['x-1']);
      expect(await ids({ processId: DEFINITION.processId })).toEqual(['x-1', 'x-2']);
      expect(await ids({ processId: 'leave-2' })).toEqual(['x-3']);
      expect(await store.getIncident('x-3')).toEqual(ofStart);
      expect(await store.getIncident('x-9')).toBeUndefined();
    });
  });
}
