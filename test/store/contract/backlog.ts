import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import {
  aJob,
  aMessage,
  anIncident,
  anInstance,
  aReport,
  aStep,
  aTask,
  DEFINITION,
  NOON,
  startInstance,
} from '../rows.ts';
import { lease, leaseOne, MINUTE, parked } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeBacklog(openStore: OpenStore): void {
  describe('countBacklog', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    it('counts nothing where nothing is', async () => {
      expect(await store.countBacklog(NOON)).toEqual({
        reports: { pending: 0, parked: 0, unconfirmed: 0, oldestPendingAt: null },
        messages: { pending: 0, parked: 0, oldestPendingAt: null },
        incidents: 0,
        failedJobs: 0,
        setAside: 0,
        due: 0,
      });
    });

    it('counts what waits and what stands, and finds the oldest that waits', async () => {
      for (const id of ['i-1', 'i-2', 'i-3']) await startInstance(store, id, [aReport(`${id}.1`)]);
      await store.settleOutbox('me', [parked((await leaseOne(store, { limit: 1 })).seq)]);
      const { seq } = await leaseOne(store, { limit: 1 });
      await store.settleOutbox('me', [{ seq, state: 'unconfirmed', at: NOON, reason: 'answered 2005' }]);
      await store.putMessage(aMessage('s-1', { createdAt: NOON - 5 }));
      await store.putMessage(aMessage('s-2'));
      await store.commitStep(
        aStep({ instance: anInstance('i-4'), tasksCreated: [aTask('t-1', { instanceId: 'i-4' })] }),
      );
      await store.failPress(anIncident('x-1', { kind: 'press', subject: 't-1', instanceId: 'i-4' }));
      expect(await store.countBacklog(NOON)).toMatchObject({
        reports: { pending: 1, parked: 1, unconfirmed: 1, oldestPendingAt: NOON },
        messages: { pending: 2, parked: 0, oldestPendingAt: NOON - 5 },
        incidents: 1,
      });
      const problems = await store.countProblems(['i-1', 'i-3', 'i-4']);
      expect(problems.toSorted((one, other) => one.instanceId.localeCompare(other.instanceId))).toEqual([
        { instanceId: 'i-1', openIncidents: 0, parkedReports: 1 },
        { instanceId: 'i-3', openIncidents: 0, parkedReports: 0 },
        { instanceId: 'i-4', openIncidents: 1, parkedReports: 0 },
      ]);
    });

    it('counts open instances and their open tasks by process and status, without those that have ended', async () => {
      const other = { definitionId: 'hash-2', processId: 'expense' };
      await store.putDefinitions([DEFINITION, { ...DEFINITION, ...other }]);
      expect(await store.countOpen()).toEqual([]);
      const at = (instanceId: string) => [
        aTask(`${instanceId}.1`, { instanceId }),
        aTask(`${instanceId}.2`, { instanceId }),
      ];
      await store.commitStep(aStep({ instance: anInstance('i-1'), tasksCreated: at('i-1') }));
      await store.commitStep(aStep({ instance: anInstance('i-2'), tasksCreated: at('i-2') }));
      await store.commitStep(aStep({ instance: anInstance('i-3', { status: 'suspended' }), tasksCreated: at('i-3') }));
      await store.commitStep(aStep({ instance: anInstance('i-4', other) }));
      await store.commitStep(aStep({ instance: anInstance('i-5', { ...other, status: 'ended', endedAt: NOON }) }));
      const { taskId } = aTask('i-2.1');
      const closed = {
        taskId,
        state: 'FINISH',
        closedAt: NOON,
        handler: 'ann',
        opinions: null,
        handleStatus: 'Done',
      } as const;
      const tasksClosed = [{ ...closed, handlerName: null, turnHandler: null }];
      await store.commitStep(aStep({ instance: anInstance('i-2'), baseRevision: 1, tasksClosed }));
      expect(await store.countOpen()).toEqual([
        { processId: 'expense', status: 'running', instances: 1, openTasks: 0 },
        { processId: 'leave', status: 'running', instances: 2, openTasks: 3 },
        { processId: 'leave', status: 'suspended', instances: 1, openTasks: 2 },
      ]);
    });

    it('counts an instance that is set aside until its incident is retried', async () => {
      await store.putDefinitions([DEFINITION]);
      await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON }) }));
      const [held] = await store.leaseWakeUps(lease());
      const incident = anIncident('x-1', { kind: 'wake', subject: 'i-1' });
      expect(held && (await store.retryWakeUp(held, null, incident))).toBeDefined();
      expect(await store.countBacklog(NOON)).toMatchObject({ incidents: 1, setAside: 1, due: 0 });
      await store.retryIncident('x-1', NOON);
      expect(await store.countBacklog(NOON)).toMatchObject({ incidents: 1, setAside: 0, due: 1 });
      expect(await store.newerMigrations()).toEqual([]);
    });

    it('counts what is due and on nobody’s hands', async () => {
      await store.putDefinitions([{ ...DEFINITION, timerStarts: [{ startNodeId: 'at', dueAt: NOON, left: null }] }]);
      const jobsCreated = [aJob('j-1'), aJob('j-2'), aJob('j-3', { dueAt: NOON + MINUTE })];
      await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON }), jobsCreated }));
      expect((await store.countBacklog(NOON)).due).toBe(4);
      await store.leaseJobs(lease({ limit: 1 }));
      expect((await store.countBacklog(NOON)).due).toBe(3);
      expect((await store.countBacklog(NOON + MINUTE)).due).toBe(5);
    });

    it('says whether more than so many reports are undelivered, parked ones among them', async () => {
      for (const id of ['i-1', 'i-2', 'i-3']) await startInstance(store, id, [aReport(`${id}.1`)]);
      await store.settleOutbox('me', [parked((await leaseOne(store, { limit: 1 })).seq)]);
      const { seq } = await leaseOne(store, { limit: 1 });
      await store.settleOutbox('me', [{ seq, state: 'delivered', at: NOON, reason: null }]);
      expect(await Promise.all([0, 1, 2, 3].map((most) => store.isOutboxOver(most)))).toEqual([
        true,
        true,
        false,
        false,
      ]);
    });
  });
}
