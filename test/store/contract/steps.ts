import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { aJob, aMessage, anInstance, aPress, aReport, aStep, aTask, DEFINITION, NOON } from '../rows.ts';
import { lease, MINUTE, previousIds } from './leasing.ts';
import type { OpenStore } from './open-store.ts';

export function describeSteps(openStore: OpenStore): void {
  describe('commitStep', () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });

    beforeEach(async () => {
      await store.putDefinitions([DEFINITION]);
    });

    it('stores all that a step changes, and it reads back unchanged', async () => {
      const instance = anInstance('i-1', {
        initiatorName: 'Ann 安',
        businessKey: 'b-7',
        startKey: 's-7',
        snapshot: '{"a":"\u{1F600}"}',
        path: '{"flows":["\u{1F600}"]}',
        wakeAt: NOON + MINUTE,
      });
      const group = aTask('t-2', { handlers: [], handlingGroups: ['hr', 'it'] });
      const outcome = await store.commitStep(
        aStep({
          instance,
          tasksCreated: [aTask('t-1'), group],
          jobsCreated: [aJob('j-1', { input: { nested: [{ deep: null }] } })],
          reports: [aReport('t-0')],
          messages: [aMessage('s-1', { instanceId: 'i-1', nodeId: 'tell' })],
          history: [{ at: NOON, type: 'instance.started', data: { by: 'ann' } }],
          press: aPress('u-1'),
        }),
      );
      expect(outcome).toBe('committed');
      expect(await store.getInstance('i-1')).toEqual({ ...instance, revision: 1 });
      expect(await store.findInstanceByStartKey('s-7')).toEqual({ ...instance, revision: 1 });
      expect(await store.getInstanceOfTask('t-2')).toEqual({ ...instance, revision: 1 });
      expect(await store.getInstanceOfTask('t-3')).toBeUndefined();
      expect(await store.getTask('t-1')).toEqual(aTask('t-1'));
      expect(await store.getTask('t-2')).toEqual(group);
      expect(await store.getJob('j-1')).toEqual(aJob('j-1', { input: { nested: [{ deep: null }] } }));
      expect(await store.getPress(aPress('u-1'))).toEqual(aPress('u-1'));
      expect(await store.getMessage('s-1')).toEqual(aMessage('s-1', { instanceId: 'i-1', nodeId: 'tell' }));
      expect(await store.listHistory({})).toEqual([
        expect.objectContaining({ type: 'definition.deployed' }),
        { seq: expect.any(Number), instanceId: 'i-1', at: NOON, type: 'instance.started', data: { by: 'ann' } },
        expect.objectContaining({ type: 'message.queued' }),
      ]);
      expect(await store.listOutbox({})).toEqual([
        {
          seq: expect.any(Number),
          instanceId: 'i-1',
          report: aReport('t-0'),
          state: 'pending',
          attempts: 0,
          repeat: false,
          dueAt: NOON,
          createdAt: NOON,
          deliveredAt: null,
          reason: null,
          refusals: 0,
          refusedIds: [],
          alone: false,
          traceparent: null,
        },
      ]);
    });

    it('counts the revision of the instance', async () => {
      await store.commitStep(aStep());
      const over = { status: 'ended', snapshot: null, path: '{"nodes":["end"]}', endedAt: NOON + 1 } as const;
      const ended = anInstance('i-1', over);
      expect(await store.commitStep(aStep({ instance: ended, baseRevision: 1 }))).toBe('committed');
      expect(await store.getInstance('i-1')).toEqual({ ...ended, revision: 2 });
    });

    it('lets one of two steps on the same revision win, and stores nothing of the other', async () => {
      await store.commitStep(aStep());
      const step = (name: string) =>
        store.commitStep(
          aStep({
            instance: anInstance('i-1', { snapshot: name }),
            baseRevision: 1,
            tasksCreated: [aTask(`task of ${name}`)],
            jobsCreated: [aJob(`job of ${name}`)],
            reports: [aReport(name)],
            history: [{ at: NOON, type: name, data: {} }],
            press: aPress(name),
          }),
        );
      const outcomes = await Promise.all([step('a'), step('b'), step('c')]);
      expect(outcomes.toSorted()).toEqual(['committed', 'lost', 'lost']);
      const winner = (await store.getInstance('i-1'))?.snapshot ?? '';
      expect((await store.listTasks({})).map((task) => task.taskId)).toEqual([`task of ${winner}`]);
      expect(previousIds(await store.listOutbox({}))).toEqual([winner]);
      expect((await store.listHistory({})).map((entry) => entry.type)).toEqual(['definition.deployed', winner]);
      expect((await store.leaseJobs(lease())).map((job) => job.jobId)).toEqual([`job of ${winner}`]);
      const presses = await Promise.all(['a', 'b', 'c'].map((name) => store.getPress(aPress(name))));
      expect(presses.filter((press) => press !== undefined)).toHaveLength(1);
    });

    it('answers lost for an instance that is there already, and for one that is not', async () => {
      await store.commitStep(aStep());
      expect(await store.commitStep(aStep())).toBe('lost');
      expect(await store.commitStep(aStep({ instance: anInstance('i-2'), baseRevision: 4 }))).toBe('lost');
      expect(await store.listInstances({})).toHaveLength(1);
    });

    it('starts one instance when the same start key is used at the same time', async () => {
      const start = (id: string) => store.commitStep(aStep({ instance: anInstance(id, { startKey: 'order 12' }) }));
      const outcomes = await Promise.all([start('i-1'), start('i-2')]);
      expect(outcomes.toSorted()).toEqual(['committed', 'lost']);
      expect(await store.listInstances({})).toHaveLength(1);
    });

    it('answers lost for a press that was answered before, and leaves the first answer', async () => {
      await store.commitStep(aStep({ press: aPress('u-1') }));
      const again = aPress('u-1', { verdict: { kind: 'stale', message: 'too late' } });
      const outcome = await store.commitStep(aStep({ baseRevision: 1, press: again, reports: [aReport('t-1')] }));
      expect(outcome).toBe('lost');
      expect(await store.getPress(again)).toEqual(aPress('u-1'));
      expect(await store.getInstance('i-1')).toMatchObject({ revision: 1 });
      expect(await store.listOutbox({})).toEqual([]);
    });

    it('stores nothing of a step that the database refuses', async () => {
      await store.commitStep(aStep({ tasksCreated: [aTask('t-1')] }));
      const second = aStep({
        instance: anInstance('i-2'),
        reports: [aReport('t-9')],
        tasksCreated: [aTask('t-9'), aTask('t-1')],
      });
      await expect(store.commitStep(second)).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
      expect(await store.getInstance('i-2')).toBeUndefined();
      expect(await store.getTask('t-9')).toBeUndefined();
      expect(await store.listOutbox({})).toEqual([]);
    });

    it('refuses an instance of a definition that was never deployed', async () => {
      const step = aStep({ instance: anInstance('i-1', { definitionId: 'hash-9' }) });
      expect(await store.commitStep(step)).toBe('lost');
    });

    it('closes a task once, and the first closing stands', async () => {
      const closing = {
        closedAt: NOON + 5,
        handler: 'bob',
        opinions: 'fine',
        handleStatus: 'Approve',
        handlerName: null,
        turnHandler: null,
      };
      await store.commitStep(aStep({ tasksCreated: [aTask('t-1')] }));
      await store.commitStep(
        aStep({ baseRevision: 1, tasksClosed: [{ taskId: 't-1', state: 'FINISH', ...closing }], at: NOON + 7 }),
      );
      await store.commitStep(
        aStep({
          baseRevision: 2,
          tasksClosed: [{ taskId: 't-1', state: 'RECALL', ...closing, handler: 'eve' }],
          at: NOON + 9,
        }),
      );
      expect(await store.getTask('t-1')).toEqual(aTask('t-1', { state: 'FINISH', ...closing, appliedAt: NOON + 7 }));
    });

    it('takes whatever characters somebody wrote', async () => {
      const written = 'a\0b \u{1F600} 审批 \ud800 \u202e';
      await store.commitStep(aStep({ tasksCreated: [aTask('t-1', { opinions: written })] }));
      // What is no character need not come back as it was.
      expect((await store.getTask('t-1'))?.opinions).toMatch(/^a.b \u{1F600} 审批 . \u202e$/su);
    });

    it('takes a countersign of thousands in one step', async () => {
      const tasks = Array.from({ length: 3000 }, (_, n) => aTask(`t-${n}`, { handlers: [`signer ${n}`] }));
      await store.commitStep(aStep({ tasksCreated: tasks, reports: tasks.map((task) => aReport(task.taskId)) }));
      expect(await store.listTasks({ limit: 5000 })).toHaveLength(3000);
      expect(previousIds(await store.listOutbox({ limit: 5000 }))).toEqual(tasks.map((task) => task.taskId));
    });
  });
}
