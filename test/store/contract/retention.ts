import { beforeEach, describe, expect, it } from 'vitest';
import { timerStartSubject } from '../../../src/store/rows/timer-start.ts';
import type { ExpiringKind, Expiry, InstanceRow, StepCommit, Store } from '../../../src/store/store.ts';
import { aJob, aMessage, anIncident, anInstance, aPress, aReport, aStep, aTask, DEFINITION, NOON } from '../rows.ts';
import { delivered, lease, leaseOne, MINUTE, parked, seqs } from './leasing.ts';
import type { OpenStore } from './open-store.ts';
import { sweepOf } from './sweeping.ts';

const FINISHED = {
  state: 'FINISH',
  closedAt: NOON,
  handler: 'ann',
  opinions: null,
  handleStatus: null,
  handlerName: null,
  turnHandler: null,
} satisfies Partial<StepCommit['tasksClosed'][number]>;
const OVER = { status: 'ended', snapshot: null, endedAt: NOON } satisfies Partial<InstanceRow>;

export function describeRetention(openStore: OpenStore): void {
  describe('deleteExpired', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
      await store.putDefinitions([DEFINITION]);
    });

    const sweep = (kind: ExpiringKind, changes: Partial<Omit<Expiry, 'kind'>> = {}) => sweepOf(store, kind, changes);

    /** An instance that is over, with a row of everything, and nothing on its way. */
    async function end(instanceId: string, changes: Partial<StepCommit> = {}): Promise<void> {
      const task = `${instanceId}.1`;
      const startKey = `key of ${instanceId}`;
      await store.commitStep(
        aStep({ instance: anInstance(instanceId, { startKey }), tasksCreated: [aTask(task, { instanceId })] }),
      );
      await store.failPress(anIncident(`${instanceId}.incident`, { instanceId, kind: 'press', subject: task }));
      await store.commitStep(
        aStep({
          instance: anInstance(instanceId, { ...OVER, startKey }),
          baseRevision: 1,
          tasksClosed: [{ ...FINISHED, taskId: task }],
          jobsCreated: [aJob(`${instanceId}.job`, { instanceId, state: 'done' })],
          messages: [aMessage(`${instanceId}.message`, { instanceId, state: 'sent', sentAt: NOON })],
          history: [{ at: NOON, type: 'instance.ended', data: {} }],
          press: aPress(`uuid of ${instanceId}`, { taskId: task }),
          incidentsResolved: [task],
          ...changes,
        }),
      );
    }

    async function deliver(...reports: string[]): Promise<void> {
      const leased = await store.leaseOutbox(lease());
      expect(leased).toHaveLength(reports.length);
      await store.settleOutbox('me', seqs(leased).map(delivered));
    }

    const kept = async (instanceId: string) => ({
      instance: (await store.getInstance(instanceId)) !== undefined,
      tasks: (await store.listTasks({ instanceId })).length,
      rows: [
        ...(await store.listOutbox({ instanceId })),
        ...(await store.listMessages({ instanceId })),
        ...(await store.listIncidents({ instanceId })),
        ...(await store.listHistory({ instanceId })),
        await store.getJob(`${instanceId}.job`),
        await store.getPress({ uuid: `uuid of ${instanceId}`, taskId: `${instanceId}.1`, actionKey: 'approve' }),
      ].filter((row) => row !== undefined).length,
    });
    // A report, a message, an incident, a job, a press, and three entries of the history.
    const WHOLE = { instance: true, tasks: 1, rows: 8 };
    const TASKS_ONLY = { instance: true, tasks: 1, rows: 0 };
    const GONE = { instance: false, tasks: 0, rows: 0 };

    it('takes everything of what ended by then but its tasks, and then these and the instance', async () => {
      await end('i-1', { reports: [aReport('i-1.1')] });
      await deliver('i-1.1');
      expect(await kept('i-1')).toEqual(WHOLE);
      expect(await sweep('ended')).toEqual([0]);
      expect(await kept('i-1')).toEqual(WHOLE);
      const before = await store.getTask('i-1.1');
      await sweep('rows-of-ended');
      expect(await kept('i-1')).toEqual(TASKS_ONLY);
      expect(await store.getTask('i-1.1')).toEqual(before);
      expect(await store.findInstanceByStartKey('key of i-1')).toMatchObject({ instanceId: 'i-1', ...OVER });
      await sweep('ended');
      expect(await kept('i-1')).toEqual(GONE);
      expect(await store.listTasks({ handler: 'ann' })).toEqual([]);
      expect(await store.findInstanceByStartKey('key of i-1')).toBeUndefined();
    });

    it('leaves what ended later, and what is not over', async () => {
      await end('i-1', { instance: anInstance('i-1', { ...OVER, endedAt: NOON + 1 }) });
      await store.commitStep(
        aStep({ instance: anInstance('i-2'), history: [{ at: NOON, type: 'instance.started', data: {} }] }),
      );
      await sweep('rows-of-ended');
      expect(await store.listHistory({ instanceId: 'i-1' })).not.toEqual([]);
      expect(await store.listHistory({ instanceId: 'i-2' })).toHaveLength(1);
      await sweep('rows-of-ended', { before: NOON + MINUTE });
      await sweep('ended');
      expect(await store.getInstance('i-1')).toBeDefined();
      await sweep('ended', { before: NOON + MINUTE });
      expect(await store.getInstance('i-1')).toBeUndefined();
      expect(await store.getInstance('i-2')).toBeDefined();
    });

    it('takes with the instance the presses that were refused since', async () => {
      await end('i-1');
      await sweep('rows-of-ended');
      const late = aPress('late', { taskId: 'i-1.1', verdict: { kind: 'stale', message: 'over' } });
      await store.putPress(late);
      await sweep('rows-of-ended');
      expect(await store.getPress(late)).toEqual(late);
      await sweep('ended');
      expect(await store.getPress(late)).toBeUndefined();
    });

    const STANDING: Record<string, (changes: (step: Partial<StepCommit>) => Promise<void>) => Promise<void>> = {
      'a report that waits for the center': (make) => make({ reports: [aReport('i-1.1')] }),
      'a report that stands parked': async (make) => {
        await make({ reports: [aReport('i-1.1')] });
        const { seq } = await leaseOne(store);
        await store.settleOutbox('me', [parked(seq)]);
      },
      'a message that waits for the center': (make) =>
        make({ messages: [aMessage('i-1.message', { instanceId: 'i-1' })] }),
      'a message that stands parked': (make) =>
        make({ messages: [aMessage('i-1.message', { instanceId: 'i-1', state: 'parked' })] }),
      'a signal that is yet to be thrown': (make) => make({ jobsCreated: [aJob('i-1.job', { kind: 'signal' })] }),
      'a signal that could not be thrown': async (make) => {
        await make({ jobsCreated: [aJob('i-1.job', { kind: 'signal' })] });
        const [job] = await store.leaseJobs(lease());
        expect(job).toBeDefined();
        if (job) await store.failJob(job, anIncident('failed', { subject: 'i-1.job' }));
      },
    };

    it.each(Object.keys(STANDING))('keeps all of an instance for the sake of %s', async (what) => {
      await STANDING[what]?.((changes) => end('i-1', changes));
      const before = await kept('i-1');
      await sweep('rows-of-ended', { before: NOON + MINUTE });
      await sweep('ended', { before: NOON + MINUTE });
      expect(await kept('i-1')).toEqual(before);
      expect(before).toMatchObject({ instance: true, tasks: 1 });
    });

    it('takes an instance that was kept once nothing of it stands any more', async () => {
      await end('i-1', { reports: [aReport('i-1.1')] });
      await sweep('rows-of-ended');
      expect(await kept('i-1')).toEqual(WHOLE);
      await deliver('i-1.1');
      await sweep('rows-of-ended');
      expect(await kept('i-1')).toEqual(TASKS_ONLY);
    });

    it('gets past many that are kept', async () => {
      for (let number = 0; number < 45; number += 1) {
        await end(`i-${number}`, { reports: [aReport(`i-${number}.1`)] });
      }
      const [latest] = (await store.listOutbox({ instanceId: 'i-44' })).map(({ seq }) => seq);
      await store.leaseOutbox(lease());
      await store.settleOutbox('me', [delivered(latest ?? -1)]);
      await sweep('rows-of-ended');
      expect(await kept('i-44')).toEqual(TASKS_ONLY);
      expect(await kept('i-0')).toEqual(WHOLE);
    });

    it('deletes no more at a time than it is told, also of a single instance', async () => {
      await end('i-1', {
        tasksCreated: Array.from({ length: 24 }, (_, index) => aTask(`i-1.${index + 2}`)),
        history: Array.from({ length: 25 }, () => ({ at: NOON, type: 'task.created', data: {} })),
      });
      const rows = await sweep('rows-of-ended', { limit: 10 });
      expect(Math.max(...rows)).toBe(10);
      expect(await kept('i-1')).toEqual({ instance: true, tasks: 25, rows: 0 });
      const rest = await sweep('ended', { limit: 10 });
      expect(Math.max(...rest)).toBe(10);
      expect(await kept('i-1')).toEqual(GONE);
    });

    it('goes on where a sweep that was cut off has stopped', async () => {
      for (const id of ['i-1', 'i-2', 'i-3']) await end(id);
      await store.deleteExpired({ kind: 'rows-of-ended', before: NOON, limit: 4 });
      await sweep('rows-of-ended');
      for (const id of ['i-1', 'i-2', 'i-3']) expect(await kept(id)).toEqual(TASKS_ONLY);
      await store.deleteExpired({ kind: 'ended', before: NOON, limit: 2 });
      await sweep('ended');
      for (const id of ['i-1', 'i-2', 'i-3']) expect(await kept(id)).toEqual(GONE);
    });

    it('lets several sweep at once while steps are committed', async () => {
      const ids = Array.from({ length: 60 }, (_, index) => `i-${index}`);
      for (const id of ids) await end(id);
      const steps = Array.from({ length: 40 }, (_, index) => end(`later-${index}`));
      const sweepers = Array.from({ length: 4 }, () => sweep('rows-of-ended', { limit: 7 }));
      await Promise.all([...steps, ...sweepers]);
      // What one has in hands the others pass over, so only what comes after all are done is sure to find everything.
      await sweep('rows-of-ended');
      await Promise.all(Array.from({ length: 4 }, () => sweep('ended', { limit: 7 })));
      await sweep('ended');
      expect(await store.listInstances({ limit: 200 })).toEqual([]);
      expect(await store.listTasks({ limit: 200 })).toEqual([]);
      expect(await store.listHistory({ limit: 500 })).toMatchObject([{ type: 'definition.deployed' }]);
    });

    it('never gives a number of the history again', async () => {
      await end('i-1');
      const read = Math.max(...(await store.listHistory({})).map(({ seq }) => seq));
      await sweep('rows-of-ended');
      expect(await store.listHistory({ after: read })).toEqual([]);
      await end('i-2');
      const later = await store.listHistory({ after: read });
      expect(later.map(({ instanceId }) => instanceId)).toEqual(['i-2', 'i-2', 'i-2']);
    });

    it('takes messages of the host that are over, with their history, and leaves those that are not', async () => {
      const at = NOON - MINUTE;
      const old = { createdAt: at, dueAt: at };
      await store.putMessage(aMessage('sent', { ...old, state: 'sent', sentAt: NOON }));
      await store.putMessage(aMessage('partial', { ...old, state: 'partial', sentAt: NOON }));
      await store.putMessage(aMessage('sent later', { ...old, state: 'sent', sentAt: NOON + 1 }));
      await store.putMessage(aMessage('parked', { ...old, state: 'parked' }));
      await store.putMessage(aMessage('pending', old));
      await store.putMessage(aMessage('skipped', { ...old, state: 'parked' }));
      await store.skipMessage({ sendId: 'skipped', attempts: 0 }, { at: NOON, reason: 'told by phone' });
      await end('i-1');
      expect(await sweep('without-instance', { before: at - 1 })).toEqual([0]);
      await sweep('without-instance', { limit: 2 });
      const left = (await store.listMessages({})).map(({ sendId }) => sendId);
      expect(left.toSorted()).toEqual(['i-1.message', 'parked', 'pending', 'sent later']);
      expect((await store.listHistory({})).filter(({ instanceId }) => instanceId === null)).toEqual([]);
    });

    it('takes resolved incidents of timer starts, and leaves those that stand', async () => {
      const resolvedAts = { resolved: NOON, later: NOON + 1, open: null };
      const timers = Object.keys(resolvedAts).map((startNodeId) => ({ startNodeId, dueAt: NOON, left: null }));
      await store.putDefinitions([{ ...DEFINITION, definitionId: 'hash-2', timerStarts: timers }]);
      for (const held of await store.leaseTimerStarts(lease())) {
        const resolvedAt = resolvedAts[held.startNodeId as keyof typeof resolvedAts];
        const subject = timerStartSubject(held);
        const incident = anIncident(held.startNodeId, { instanceId: null, kind: 'start', subject });
        await store.retryTimerStart(held, NOON, incident);
        if (resolvedAt !== null) await store.moveTimerStart(held, { dueAt: null, left: null }, resolvedAt);
      }
      await sweep('without-instance');
      const left = (await store.listIncidents({})).map(({ incidentId }) => incidentId);
      expect(left.toSorted()).toEqual(['later', 'open']);
    });
  });
}
