import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Lease, OutboxRow, OutboxSettlement, Store, TaskRow } from '../../src/store/port.ts';
import {
  aJob,
  aMessage,
  anIncident,
  anInstance,
  aPress,
  aReport,
  aStep,
  aTask,
  DEFINITION,
  NOON,
  startInstance,
} from './rows.ts';

const MINUTE = 60_000;

function lease(changes: Partial<Lease> = {}): Lease {
  return { now: NOON, limit: 100, leaseMs: MINUTE, owner: 'me', ...changes };
}

function delivered(seq: number): OutboxSettlement {
  return { seq, state: 'delivered', at: NOON + 1, reason: null };
}

function pending(
  seq: number,
  changes: Partial<Extract<OutboxSettlement, { state: 'pending' }>> = {},
): OutboxSettlement {
  return {
    seq,
    state: 'pending',
    dueAt: NOON,
    repeat: false,
    refusals: 0,
    refusedIds: [],
    alone: false,
    reason: 'the center did not answer',
    ...changes,
  };
}

const previousIds = (rows: readonly OutboxRow[]) => rows.map((row) => row.report.item.previousTaskId);
const seqs = (rows: readonly OutboxRow[]) => rows.map((row) => row.seq);

/** What every store must do. `openStore` gives a store on an empty database of its own. */
export function describeStoreContract(driver: string, openStore: () => Promise<Store>): void {
  describe(`store on ${driver}`, () => {
    let store: Store;

    beforeEach(async () => {
      store = await openStore();
    });
    afterEach(async () => {
      await store.close();
    });

    async function leaseOne(changes: Partial<Lease> = {}): Promise<OutboxRow> {
      const [row] = await store.leaseOutbox(lease(changes));
      if (row === undefined) throw new Error('nothing to lease');
      return row;
    }

    describe('definitions', () => {
      it('gives a definition back as it was stored', async () => {
        await store.putDefinition(DEFINITION);
        expect(await store.getDefinition('hash-1')).toEqual(DEFINITION);
        expect(await store.getDefinition('hash-2')).toBeUndefined();
      });

      it('starts with the definition that was deployed last, also when it is an old one deployed again', async () => {
        const second = { ...DEFINITION, definitionId: 'hash-2', xml: '<definitions id="2"/>' };
        await store.putDefinition(DEFINITION);
        await store.putDefinition(second);
        expect(await store.latestDefinition('leave')).toEqual(second);
        await store.putDefinition({ ...DEFINITION, deployedAt: NOON + MINUTE });
        expect(await store.latestDefinition('leave')).toEqual(DEFINITION);
        expect(await store.latestDefinition('travel')).toBeUndefined();
      });
    });

    describe('commitStep', () => {
      beforeEach(async () => {
        await store.putDefinition(DEFINITION);
      });

      it('stores all that a step changes, and it reads back unchanged', async () => {
        const instance = anInstance('i-1', {
          initiatorName: 'Ann 安',
          businessKey: 'b-7',
          startKey: 's-7',
          snapshot: '{"a":"\u{1F600}"}',
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
        expect(await store.getTask('t-1')).toEqual(aTask('t-1'));
        expect(await store.getTask('t-2')).toEqual(group);
        expect(await store.getJob('j-1')).toEqual(aJob('j-1', { input: { nested: [{ deep: null }] } }));
        expect(await store.getPress(aPress('u-1'))).toEqual(aPress('u-1'));
        expect(await store.getMessage('s-1')).toEqual(aMessage('s-1', { instanceId: 'i-1', nodeId: 'tell' }));
        expect(await store.listHistory({})).toEqual([
          { seq: expect.any(Number), instanceId: 'i-1', at: NOON, type: 'instance.started', data: { by: 'ann' } },
          expect.objectContaining({ type: 'message.queued' }),
        ]);
        expect(await store.listOutbox({})).toEqual([
          {
            seq: expect.any(Number),
            instanceId: 'i-1',
            lane: 'report',
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
          },
        ]);
      });

      it('counts the revision of the instance', async () => {
        await store.commitStep(aStep());
        const ended = anInstance('i-1', { status: 'ended', snapshot: null, endedAt: NOON + 1 });
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
        expect((await store.listHistory({})).map((entry) => entry.type)).toEqual([winner]);
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
        await expect(store.commitStep(step)).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
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
          aStep({ baseRevision: 1, tasksClosed: [{ taskId: 't-1', state: 'FINISH', ...closing }] }),
        );
        await store.commitStep(
          aStep({ baseRevision: 2, tasksClosed: [{ taskId: 't-1', state: 'RECALL', ...closing, handler: 'eve' }] }),
        );
        expect(await store.getTask('t-1')).toEqual(aTask('t-1', { state: 'FINISH', ...closing }));
      });

      it('takes a countersign of thousands in one step', async () => {
        const tasks = Array.from({ length: 3000 }, (_, n) => aTask(`t-${n}`, { handlers: [`signer ${n}`] }));
        await store.commitStep(aStep({ tasksCreated: tasks, reports: tasks.map((task) => aReport(task.taskId)) }));
        expect(await store.listTasks({ limit: 5000 })).toHaveLength(3000);
        expect(previousIds(await store.listOutbox({ limit: 5000 }))).toEqual(tasks.map((task) => task.taskId));
      });
    });

    describe('queries', () => {
      beforeEach(async () => {
        await store.putDefinition(DEFINITION);
        await store.commitStep(
          aStep({
            instance: anInstance('i-1', { businessKey: 'b-1' }),
            tasksCreated: [aTask('t-1'), aTask('t-2', { createdAt: NOON + 2, handlers: ['bob', 'bob'] })],
          }),
        );
        await store.commitStep(
          aStep({
            instance: anInstance('i-2', { status: 'ended', processId: 'travel', startedAt: NOON + 1 }),
            tasksCreated: [
              aTask('t-3', { instanceId: 'i-2', createdAt: NOON + 1, state: 'FINISH', handlers: ['ann', "o'hara"] }),
            ],
          }),
        );
      });

      const taskIds = async (filter: Parameters<Store['listTasks']>[0]) =>
        (await store.listTasks(filter)).map((task) => task.taskId);
      const instanceIds = async (filter: Parameters<Store['listInstances']>[0]) =>
        (await store.listInstances(filter)).map((instance) => instance.instanceId);

      it('lists tasks in order of creation, by instance, state and handler', async () => {
        expect(await taskIds({})).toEqual(['t-1', 't-3', 't-2']);
        expect(await taskIds({ instanceId: 'i-1' })).toEqual(['t-1', 't-2']);
        expect(await taskIds({ state: 'FINISH' })).toEqual(['t-3']);
        expect(await taskIds({ handler: 'ann' })).toEqual(['t-1', 't-3']);
        expect(await taskIds({ handler: 'bob', state: 'IN_PROGRESS', instanceId: 'i-1' })).toEqual(['t-1', 't-2']);
        expect(await taskIds({ handler: "o'hara" })).toEqual(['t-3']);
        expect(await taskIds({ handler: 'o' })).toEqual([]);
      });

      it('lists the tasks of one step in the order in which it made them, whatever their ids', async () => {
        const made = ['i-9.10', 'i-9.9', 'i-9.11', 'i-9.100'].map((id) => aTask(id, { instanceId: 'i-9' }));
        await store.commitStep(aStep({ instance: anInstance('i-9'), tasksCreated: made }));
        expect(await taskIds({ instanceId: 'i-9' })).toEqual(['i-9.10', 'i-9.9', 'i-9.11', 'i-9.100']);
      });

      it('lists instances in order of their start, by process, status and business key', async () => {
        expect(await instanceIds({})).toEqual(['i-1', 'i-2']);
        expect(await instanceIds({ processId: 'travel' })).toEqual(['i-2']);
        expect(await instanceIds({ status: 'running' })).toEqual(['i-1']);
        expect(await instanceIds({ businessKey: 'b-1' })).toEqual(['i-1']);
        expect(await instanceIds({ businessKey: 'b-2' })).toEqual([]);
      });

      it('gives a list page by page', async () => {
        expect(await taskIds({ limit: 2 })).toEqual(['t-1', 't-3']);
        expect(await taskIds({ limit: 2, offset: 2 })).toEqual(['t-2']);
        expect(await instanceIds({ limit: 1, offset: 1 })).toEqual(['i-2']);
      });

      it('gives the history after a number, in order of commit', async () => {
        const entry = (type: string) => ({ at: NOON, type, data: { type } });
        await store.commitStep(aStep({ baseRevision: 1, history: [entry('a'), entry('b')] }));
        await store.commitStep(aStep({ instance: anInstance('i-3'), history: [entry('c')] }));
        const all = await store.listHistory({});
        expect(all.map((row) => row.type)).toEqual(['a', 'b', 'c']);
        const [first] = all;
        expect((await store.listHistory({ after: first?.seq ?? 0, limit: 1 })).map((row) => row.type)).toEqual(['b']);
        expect((await store.listHistory({ instanceId: 'i-3' })).map((row) => row.type)).toEqual(['c']);
      });
    });

    describe('tellTasks', () => {
      const isRepeat = async () =>
        Object.fromEntries(
          (await store.listOutbox({})).map(({ report, repeat }) => [report.item.previousTaskId, repeat]),
        );

      beforeEach(async () => {
        await store.putDefinition(DEFINITION);
        await store.commitStep(
          aStep({
            tasksCreated: [aTask('t-1'), aTask('t-2', { state: 'FINISH', closedAt: NOON }), aTask('t-3')],
            reports: [aReport('t-1'), aReport('t-2'), aReport('t-0')],
          }),
        );
      });

      it('gives each task once, and nothing for ids that are no task', async () => {
        const told = await store.tellTasks(['t-3', 't-9', 't-2', 't-3']);
        expect(told.map(({ taskId }) => taskId).toSorted()).toEqual(['t-2', 't-3']);
        expect(told).toContainEqual(aTask('t-3'));
        expect(told.find(({ taskId }) => taskId === 't-2')?.report).toEqual({ status: 'none', next: [] });
        expect(await store.tellTasks([])).toEqual([]);
      });

      it('gives more tasks than a statement takes parameters', async () => {
        const many = Array.from({ length: 40_000 }, (_, index) => `n-${index}`);
        expect(await store.tellTasks([...many, 't-1'])).toHaveLength(1);
      });

      it('makes the reports about closed tasks a repeat, and no others', async () => {
        await store.tellTasks(['t-1', 't-2', 't-3']);
        expect(await isRepeat()).toEqual({ 't-0': false, 't-1': false, 't-2': true });
      });

      it('leaves what the center has taken as it is, and reaches what stands parked', async () => {
        await startInstance(store, 'i-2', []);
        const [first] = await store.leaseOutbox(lease());
        await store.settleOutbox('me', [delivered(first?.seq ?? 0)]);
        const [second] = await store.leaseOutbox(lease());
        await store.settleOutbox('me', [{ seq: second?.seq ?? 0, state: 'parked', at: NOON, reason: 'answered 2005' }]);
        await store.tellTasks(['t-2']);
        expect(await isRepeat()).toEqual({ 't-0': false, 't-1': false, 't-2': true });
        expect(await store.listOutbox({ state: 'parked' })).toMatchObject([{ state: 'parked', repeat: true }]);
      });

      it('keeps an entry from being parked by a holder who judged it before, and who is not told that it was', async () => {
        const [first] = await store.leaseOutbox(lease());
        await store.settleOutbox('me', [delivered(first?.seq ?? 0)]);
        const { seq } = await leaseOne();
        const parked = { seq, state: 'parked', at: NOON + 1, reason: 'answered 2005' } as const;
        await store.tellTasks(['t-2']);
        expect(await store.settleOutbox('me', [{ ...parked, judgedAsFirst: true }])).toEqual([]);
        expect(await leaseOne({ now: NOON + 1 })).toMatchObject({ seq, repeat: true, state: 'pending' });
        expect(await store.settleOutbox('me', [parked])).toEqual([seq]);
      });

      it('is not undone by a holder who gives the entry back, and had not seen it', async () => {
        const [first] = await store.leaseOutbox(lease());
        await store.settleOutbox('me', [delivered(first?.seq ?? 0)]);
        const { seq, repeat } = await leaseOne();
        expect(repeat).toBe(false);
        await store.tellTasks(['t-2']);
        await store.settleOutbox('me', [pending(seq)]);
        expect(await leaseOne()).toMatchObject({ seq, repeat: true });
      });
    });

    describe('countSigningKeys', () => {
      it('counts open and handled tasks of instances that are not over, by key', async () => {
        expect(await store.countSigningKeys()).toEqual([]);
        await store.putDefinition(DEFINITION);
        const statuses = ['running', 'suspended', 'ended', 'terminated', 'revoked'] as const;
        for (const status of statuses) {
          const task = (name: string, changes: Partial<TaskRow>) =>
            aTask(`${status}-${name}`, { instanceId: status, ...changes });
          const tasksCreated = [
            task('open', { signingKeyId: 'k2' }),
            task('held', { signingKeyId: 'k2', state: 'SUSPENDED' }),
            task('handled', { signingKeyId: 'k2', state: 'FINISH' }),
            task('turned', { signingKeyId: 'k1', state: 'TURN' }),
          ];
          await store.commitStep(aStep({ instance: anInstance(status, { status }), tasksCreated }));
        }
        expect(await store.countSigningKeys()).toEqual([
          { keyId: 'k1', openTasks: 0, handledTasks: 2 },
          { keyId: 'k2', openTasks: 4, handledTasks: 2 },
        ]);
      });
    });

    describe('presses', () => {
      it('keeps the first answer when two callers answer the same press', async () => {
        const answer = (message: string) => aPress('u-1', { verdict: { kind: 'unknown', message } });
        await Promise.all([store.putPress(answer('first')), store.putPress(answer('second'))]);
        expect(await store.getPress(aPress('u-1'))).toEqual(answer('first'));
      });

      it('tells presses of one batch apart, which share a uuid', async () => {
        await store.putPress(aPress('u-1'));
        expect(await store.getPress({ uuid: 'u-1', taskId: 't-2', actionKey: 'approve' })).toBeUndefined();
        expect(await store.getPress({ uuid: 'u-1', taskId: 't-1', actionKey: 'reject' })).toBeUndefined();
      });
    });

    describe('jobs', () => {
      const jobIds = async (changes: Partial<Lease> = {}) =>
        (await store.leaseJobs(lease(changes))).map((job) => job.jobId);

      beforeEach(async () => {
        await store.putDefinition(DEFINITION);
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
        await store.retryJob({ jobId: 'j-1', attempts: 1 }, NOON + 10);
        expect(await jobIds({ now: NOON + 9 })).toEqual(['j-3']);
        expect(await store.leaseJobs(lease({ now: NOON + 10 }))).toMatchObject([
          { jobId: 'j-1', attempts: 2, dueAt: NOON + 10 },
        ]);
      });

      it('ends the retries of a job with an incident', async () => {
        expect(await store.failJob({ jobId: 'j-1', attempts: 0 }, anIncident('x-1'))).toBe(true);
        expect(await store.getJob('j-1')).toMatchObject({ state: 'failed' });
        expect(await store.listIncidents({})).toEqual([anIncident('x-1')]);
        expect(await jobIds({ now: NOON + 10 * MINUTE })).toEqual(['j-2', 'j-3']);
      });

      it('does not hear a holder whose lease ran out and went to another', async () => {
        const [, late] = await store.leaseJobs(lease({ now: NOON }));
        await store.leaseJobs(lease({ now: NOON + MINUTE, owner: 'heir' }));
        await store.retryJob(late ?? aJob('j-1'), NOON);
        expect(await store.failJob(late ?? aJob('j-1'), anIncident('x-1'))).toBe(false);
        expect(await jobIds({ now: NOON + MINUTE })).toEqual([]);
        expect(await store.getJob('j-1')).toMatchObject({ state: 'queued', attempts: 2 });
        expect(await store.listIncidents({})).toEqual([]);
      });

      it('splits a job into others once, and all of them or none', async () => {
        const [held] = await store.leaseJobs(lease({ limit: 1 }));
        if (!held) throw new Error('nothing to lease');
        const twice = [aJob('j-9'), aJob('j-9')];
        await expect(store.splitJob(held, twice)).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
        expect(await store.getJob('j-2')).toMatchObject({ state: 'queued' });
        expect(await store.splitJob(held, [aJob('j-9'), aJob('j-10')])).toBe(true);
        expect(await store.splitJob(held, [aJob('j-11')])).toBe(false);
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
        await store.retryJob({ jobId: 'j-1', attempts: 0 }, NOON);
        expect(await store.failJob({ jobId: 'j-1', attempts: 0 }, anIncident('x-1'))).toBe(false);
        expect(await store.getJob('j-1')).toMatchObject({ state: 'done' });
        expect(await store.listIncidents({})).toEqual([]);
        expect(await jobIds()).toEqual(['j-2']);
      });
    });

    describe('wake-ups', () => {
      beforeEach(async () => {
        await store.putDefinition(DEFINITION);
        const wakeAts = { 'i-1': NOON - 1, 'i-2': NOON - 2, 'i-3': NOON + 1, 'i-4': null };
        for (const [id, wakeAt] of Object.entries(wakeAts)) {
          await store.commitStep(aStep({ instance: anInstance(id, { wakeAt }) }));
        }
      });
      const woken = async (changes: Partial<Lease> = {}) =>
        (await store.leaseWakeUps(lease(changes))).map((instance) => instance.instanceId);

      it('wakes the instances whose time has come, most overdue first, each once', async () => {
        expect(await woken()).toEqual(['i-2', 'i-1']);
        expect(await woken()).toEqual([]);
      });

      it('wakes no instance twice for callers that race', async () => {
        const leased = await Promise.all(['a', 'b', 'c'].map((owner) => woken({ owner, limit: 1 })));
        expect(leased.flat().toSorted()).toEqual(['i-1', 'i-2']);
      });

      it('wakes an instance again when its holder is dead', async () => {
        await woken();
        expect(await woken({ now: NOON + MINUTE - 1 })).toEqual(['i-3']);
        expect(await woken({ now: NOON + MINUTE })).toEqual(['i-2', 'i-1']);
      });

      it('wakes an instance later when it was given back for later, and counts the attempts until a step', async () => {
        const [, first] = await store.leaseWakeUps(lease());
        expect(first).toEqual({ instanceId: 'i-1', attempts: 1 });
        await store.retryWakeUp({ instanceId: 'i-1', attempts: 1 }, NOON + 9);
        expect(await woken({ now: NOON + 8 })).toEqual(['i-3']);
        expect(await store.leaseWakeUps(lease({ now: NOON + 9 }))).toEqual([{ instanceId: 'i-1', attempts: 2 }]);
        await store.retryWakeUp({ instanceId: 'i-1', attempts: 1 }, NOON);
        expect(await woken({ now: NOON + 9 })).toEqual([]);
        await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON + 20 }), baseRevision: 1 }));
        expect(await store.leaseWakeUps(lease({ now: NOON + 20 }))).toEqual([{ instanceId: 'i-1', attempts: 1 }]);
      });

      it('wakes an instance at its new time after a step, and never after its end', async () => {
        await woken();
        await store.commitStep(aStep({ instance: anInstance('i-1', { wakeAt: NOON + 7 }), baseRevision: 1 }));
        await store.commitStep(
          aStep({ instance: anInstance('i-2', { wakeAt: NOON, status: 'ended' }), baseRevision: 1 }),
        );
        expect(await woken({ now: NOON + 7 })).toEqual(['i-3', 'i-1']);
        expect(await woken({ now: NOON + MINUTE + 7 })).toEqual(['i-3', 'i-1']);
      });
    });

    describe('timer starts', () => {
      const start = (startNodeId: string, dueAt: number | null) => ({ startNodeId, dueAt, left: null });
      const due = async (changes: Partial<Lease> = {}) =>
        (await store.leaseTimerStarts(lease(changes))).map(({ startNodeId }) => startNodeId);
      const version = (definitionId: string) => ({ ...DEFINITION, definitionId });

      beforeEach(async () => {
        await store.putDefinition(DEFINITION, [start('a', NOON - 1), start('b', NOON - 2), start('c', null)]);
      });

      it('leases those that are due, most overdue first, each once while its holder lives', async () => {
        expect(await due()).toEqual(['b', 'a']);
        expect(await due()).toEqual([]);
        expect(await store.leaseTimerStarts(lease({ now: NOON + MINUTE, limit: 1 }))).toMatchObject([
          { processId: 'leave', definitionId: 'hash-1', attempts: 2 },
        ]);
      });

      it('ends an occurrence once, with its incident, and is due at the next', async () => {
        const [held] = await store.leaseTimerStarts(lease({ limit: 1 }));
        if (!held) throw new Error('nothing to lease');
        await store.putIncident(anIncident('x-1', { instanceId: null, subject: 'leave.b' }));
        await store.putIncident(anIncident('x-2', { instanceId: null, subject: 'leave.b' }));
        expect(await store.listIncidents({ open: true })).toMatchObject([{ incidentId: 'x-1', count: 2 }]);
        expect(await store.moveTimerStart(held, { dueAt: NOON + 5, left: 2 }, NOON)).toBe(true);
        expect(await store.moveTimerStart(held, { dueAt: NOON + 5, left: 2 }, NOON)).toBe(false);
        expect(await store.listIncidents({ open: true })).toEqual([]);
        expect(await due({ now: NOON + 4 })).toEqual(['a']);
        expect(await store.leaseTimerStarts(lease({ now: NOON + 5 }))).toMatchObject([
          { startNodeId: 'b', dueAt: NOON + 5, left: 2, attempts: 1 },
        ]);
      });

      it('is tried again later when it was given back, by its latest holder only', async () => {
        const [held] = await store.leaseTimerStarts(lease({ limit: 1 }));
        if (!held) throw new Error('nothing to lease');
        await store.retryTimerStart(held, NOON + 7);
        expect(await due({ now: NOON + 6 })).toEqual(['a']);
        expect(await due({ now: NOON + 7 })).toEqual(['b']);
        await store.retryTimerStart(held, NOON);
        expect(await due({ now: NOON + 7 })).toEqual([]);
      });

      it('are replaced by those of another definition, and run on when the same comes again', async () => {
        const [held] = await store.leaseTimerStarts(lease({ limit: 1 }));
        if (!held) throw new Error('nothing to lease');
        await store.moveTimerStart(held, { dueAt: null, left: null }, NOON);
        await store.putDefinition(DEFINITION, [start('b', NOON)]);
        expect(await due()).toEqual(['a']);
        await store.putDefinition(version('hash-2'), [start('d', NOON)]);
        expect(await store.moveTimerStart(held, { dueAt: NOON, left: null }, NOON)).toBe(false);
        expect(await due({ now: NOON + MINUTE })).toEqual(['d']);
        await store.putDefinition(version('hash-3'));
        expect(await store.nextDueAt('timer-start')).toBeNull();
      });

      it('are free again when what their owner held is given back', async () => {
        await due();
        expect(await store.nextDueAt('timer-start')).toBe(NOON + MINUTE);
        await store.releaseLeases('me');
        expect(await due()).toEqual(['b', 'a']);
      });
    });

    describe('signals', () => {
      it('finds who waits for one by its name, and nobody who waits for a message of that name', async () => {
        await store.putDefinition(DEFINITION);
        const waits = (id: string, kind: 'message' | 'signal') =>
          store.commitStep(
            aStep({
              instance: anInstance(id),
              subscriptions: [{ executionId: 'e', kind, name: 'alarm', correlationKey: 'k' }],
            }),
          );
        await waits('i-1', 'signal');
        await waits('i-2', 'message');
        expect(await store.findSignalCatchers('alarm')).toEqual(['i-1']);
        expect(await store.findSubscribers('alarm', 'k')).toEqual(['i-2']);
      });
    });

    describe('outbox', () => {
      it('gives the oldest entry of each instance, and the next when that is delivered', async () => {
        await startInstance(store, 'i-1', [aReport('a1'), aReport('a2'), aReport('a3')]);
        await startInstance(store, 'i-2', [aReport('b1'), aReport('b2')]);
        const heads = await store.leaseOutbox(lease());
        expect(previousIds(heads)).toEqual(['a1', 'b1']);
        expect(heads).toMatchObject([{ attempts: 1, repeat: false }, { attempts: 1 }]);
        expect(await store.leaseOutbox(lease())).toEqual([]);
        expect(
          await store.settleOutbox(
            'me',
            heads.map((row) => delivered(row.seq)),
          ),
        ).toEqual(seqs(heads));
        expect(previousIds(await store.leaseOutbox(lease()))).toEqual(['a2', 'b2']);
        expect(await store.listOutbox({ state: 'delivered', instanceId: 'i-1' })).toMatchObject([
          { state: 'delivered', deliveredAt: NOON + 1, reason: null },
        ]);
      });

      it('leases no entry twice to callers that race', async () => {
        for (const id of ['i-1', 'i-2', 'i-3'])
          await startInstance(store, id, [aReport(`${id} a`), aReport(`${id} b`)]);
        const leased = await Promise.all(
          ['a', 'b', 'c', 'd', 'e'].map((owner) => store.leaseOutbox(lease({ owner, limit: 1 }))),
        );
        expect(previousIds(leased.flat()).toSorted()).toEqual(['i-1 a', 'i-2 a', 'i-3 a']);
      });

      it('makes the entries behind a waiting or a parked one wait, and others not', async () => {
        await startInstance(store, 'i-1', [aReport('a1'), aReport('a2')]);
        await startInstance(store, 'i-2', [aReport('b1'), aReport('b2')]);
        await startInstance(store, 'i-3', [aReport('c1'), aReport('c2')]);
        const [a, b, c] = seqs(await store.leaseOutbox(lease()));
        await store.settleOutbox('me', [
          { seq: a ?? 0, state: 'parked', at: NOON, reason: 'answered 400' },
          pending(b ?? 0, { dueAt: NOON + MINUTE }),
          { seq: c ?? 0, state: 'unconfirmed', at: NOON, reason: 'answered 2005' },
        ]);
        expect(previousIds(await store.leaseOutbox(lease({ now: NOON + MINUTE - 1 })))).toEqual(['c2']);
        expect(previousIds(await store.leaseOutbox(lease({ now: NOON + MINUTE, limit: 1 })))).toEqual(['b1']);
        expect(await store.listOutbox({ state: 'parked' })).toMatchObject([{ seq: a, reason: 'answered 400' }]);
      });

      it('remembers what an attempt that must be repeated has shown', async () => {
        await startInstance(store, 'i-1', [aReport('a1')]);
        const { seq } = await leaseOne();
        const remembered = { refusals: 2, refusedIds: ['a1', 'x'], repeat: true, alone: true };
        await store.settleOutbox('me', [pending(seq, { dueAt: NOON + 5, ...remembered })]);
        expect(await leaseOne({ now: NOON + 5 })).toMatchObject({ seq, attempts: 2, dueAt: NOON + 5, ...remembered });
      });

      it('gives an entry back as no repeat when its call surely never arrived', async () => {
        await startInstance(store, 'i-1', [aReport('a1')]);
        await store.settleOutbox('me', [pending((await leaseOne()).seq)]);
        expect(await leaseOne()).toMatchObject({ repeat: false, attempts: 2 });
      });

      it('calls an entry a repeat when its holder died, after the lease and not before', async () => {
        await startInstance(store, 'i-1', [aReport('a1')]);
        await store.leaseOutbox(lease());
        expect(await store.leaseOutbox(lease({ now: NOON + MINUTE - 1, owner: 'heir' }))).toEqual([]);
        expect(await leaseOne({ now: NOON + MINUTE, owner: 'heir' })).toMatchObject({ repeat: true, attempts: 2 });
      });

      it('hears only the holder: one that stood still past its lease settles nothing', async () => {
        await startInstance(store, 'i-1', [aReport('a1')]);
        const { seq } = await leaseOne();
        await leaseOne({ now: NOON + MINUTE, owner: 'heir' });
        expect(await store.settleOutbox('me', [pending(seq)])).toEqual([]);
        expect(await store.leaseOutbox(lease({ now: NOON + MINUTE }))).toEqual([]);
        expect(await store.settleOutbox('heir', [delivered(seq)])).toEqual([seq]);
        expect(await store.settleOutbox('heir', [pending(seq)])).toEqual([]);
        expect(await store.listOutbox({})).toMatchObject([{ state: 'delivered' }]);
      });
    });

    describe('incidents', () => {
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

      it('has no open incident of an instance that ended', async () => {
        for (const subject of ['j-1', 'j-2']) await store.putIncident(anIncident(subject, { subject }));
        await store.putIncident(anIncident('other', { instanceId: 'i-2' }));
        await store.commitStep(aStep({ incidentsResolved: 'all' }));
        expect(await store.listIncidents({ open: true })).toMatchObject([{ incidentId: 'other' }]);
      });
    });

    describe('messages', () => {
      const problem = { receiverKey: '100', exceptionMessage: 'no such number' };
      const sent = { state: 'sent', at: NOON + 1, problems: [], reason: null } as const;

      it('keeps the first of one sendId, whoever comes later with another', async () => {
        const first = aMessage('s-1');
        const second = aMessage('s-1', { request: { ...first.request, toPersons: 'bob' } });
        expect(await Promise.all([store.putMessage(first), store.putMessage(second)])).toEqual([first, first]);
        await store.putDefinition(DEFINITION);
        await expect(store.commitStep(aStep({ messages: [aMessage('s-2'), second] }))).rejects.toMatchObject({
          code: 'ERR_STORE_INVALID',
        });
        expect(await store.listMessages({})).toEqual([first]);
        expect(await store.getInstance('i-1')).toBeUndefined();
        expect(await store.commitStep(aStep({ messages: [aMessage('s-2')] }))).toBe('committed');
        expect(await store.listMessages({})).toEqual([first, aMessage('s-2')]);
      });

      it('stores none of a step that lost', async () => {
        await startInstance(store, 'i-1');
        expect(await store.commitStep(aStep({ messages: [aMessage('s-1')] }))).toBe('lost');
        expect(await store.getMessage('s-1')).toBeUndefined();
      });

      it('lists in order of commit, by instance and state, page by page', async () => {
        await store.putMessage(aMessage('s-9', { createdAt: NOON + 9 }));
        await store.putMessage(aMessage('s-1', { instanceId: 'i-1', state: 'sent', sentAt: NOON }));
        await store.putMessage(aMessage('s-5', { instanceId: 'i-1' }));
        const ids = async (filter: Parameters<Store['listMessages']>[0]) =>
          (await store.listMessages(filter)).map(({ sendId }) => sendId);
        expect(await ids({})).toEqual(['s-9', 's-1', 's-5']);
        expect(await ids({ state: 'pending' })).toEqual(['s-9', 's-5']);
        expect(await ids({ instanceId: 'i-1', state: 'sent' })).toEqual(['s-1']);
        expect(await ids({ limit: 1, offset: 1 })).toEqual(['s-1']);
      });

      it('leases due ones, most overdue first, each once, and counts the attempt', async () => {
        for (const [sendId, dueAt] of [
          ['s-1', NOON],
          ['s-2', NOON - 1],
          ['s-3', NOON + 1],
        ] as const) {
          await store.putMessage(aMessage(sendId, { dueAt }));
        }
        await store.putMessage(aMessage('s-4', { state: 'parked' }));
        const leased = await Promise.all([1, 2, 3].map((index) => store.leaseMessages(lease({ owner: `o-${index}` }))));
        expect(leased.flat().map(({ sendId, attempts }) => [sendId, attempts])).toEqual([
          ['s-2', 1],
          ['s-1', 1],
        ]);
        expect(await store.leaseMessages(lease({ now: NOON + MINUTE, limit: 1 }))).toMatchObject([{ sendId: 's-3' }]);
      });

      it('remembers what became of each', async () => {
        for (const sendId of ['s-1', 's-2', 's-3', 's-4']) await store.putMessage(aMessage(sendId));
        const held = await store.leaseMessages(lease());
        const partial = {
          state: 'partial',
          at: NOON + 2,
          problems: [problem],
          reason: 'the center calls it m',
        } as const;
        const parked = { state: 'parked', at: NOON + 3, refusals: 5, reason: 'answered 500' } as const;
        const pending = { state: 'pending', dueAt: NOON + MINUTE, refusals: 1, reason: 'answered -1' } as const;
        const settlements = [sent, partial, parked, pending];
        for (const [index, row] of held.entries()) {
          expect(await store.settleMessage(row, settlements[index] ?? sent)).toBe(true);
        }
        expect(await store.listMessages({})).toMatchObject([
          { state: 'sent', sentAt: NOON + 1, problems: [], reason: null },
          { state: 'partial', sentAt: NOON + 2, problems: [problem], reason: 'the center calls it m' },
          { state: 'parked', sentAt: null, refusals: 5, reason: 'answered 500' },
          { state: 'pending', sentAt: null, refusals: 1, dueAt: NOON + MINUTE, reason: 'answered -1' },
        ]);
        expect(await store.leaseMessages(lease({ now: NOON + MINUTE - 1 }))).toEqual([]);
        expect(await store.leaseMessages(lease({ now: NOON + MINUTE }))).toMatchObject([
          { sendId: 's-4', attempts: 2 },
        ]);
      });

      it('gives one to another when its holder is dead, after the lease, and hears only the latest', async () => {
        await store.putMessage(aMessage('s-1'));
        const [first] = await store.leaseMessages(lease());
        expect(await store.leaseMessages(lease({ now: NOON + MINUTE - 1, owner: 'other' }))).toEqual([]);
        const [second] = await store.leaseMessages(lease({ now: NOON + MINUTE, owner: 'other' }));
        if (first === undefined || second === undefined) throw new Error('nothing to lease');
        const parked = { state: 'parked', at: NOON, refusals: 1, reason: 'late' } as const;
        expect(await store.settleMessage(first, parked)).toBe(false);
        expect(await store.settleMessage(second, sent)).toBe(true);
        expect(await store.settleMessage(second, parked)).toBe(false);
        expect(await store.getMessage('s-1')).toMatchObject({ state: 'sent', attempts: 2 });
      });

      const park = async (sendId: string) => {
        await store.putMessage(aMessage(sendId));
        const [held] = await store.leaseMessages(lease());
        if (held === undefined) throw new Error('nothing to lease');
        await store.settleMessage(held, { state: 'parked', at: NOON + 1, refusals: 5, reason: 'answered 500' });
        return held;
      };

      it('sends a parked one again, once for all who ask, and as it was corrected', async () => {
        const parked = await park('s-1');
        const request = { ...parked.request, toPersons: 'bob' };
        const retry = { at: NOON + 2, corrected: { request, fields: ['toPersons'] } };
        expect(await Promise.all([1, 2].map(() => store.retryMessage(parked, retry)))).toEqual([true, false]);
        const [again] = await store.leaseMessages(lease({ now: NOON + 2 }));
        expect(again).toMatchObject({ attempts: 2, refusals: 0, request, original: parked.request });
        if (again === undefined) throw new Error('nothing to lease');
        await store.settleMessage(again, { state: 'parked', at: NOON + 3, refusals: 5, reason: 'answered 500' });
        // Whoever read it before it was sent again has not seen what it is now.
        expect(await store.retryMessage(parked, { at: NOON + 4 })).toBe(false);
        expect(await store.skipMessage(parked, { at: NOON + 4, reason: 'too late' })).toBe(false);
        const carl = { ...request, toPersons: 'carl' };
        const corrected = { request: carl, fields: ['toPersons'] };
        expect(await store.retryMessage(again, { at: NOON + 4, corrected })).toBe(true);
        expect(await store.getMessage('s-1')).toMatchObject({ request: carl, original: parked.request });
        expect(await store.nextDueAt('message')).toBe(NOON + 4);
      });

      it('gives up what is parked or waits, and not what is on its way or over', async () => {
        const skip = { at: NOON + 1, reason: 'sent by hand' };
        const parked = await park('s-1');
        expect(await store.skipMessage(parked, skip)).toBe(true);
        expect(await store.skipMessage(parked, skip)).toBe(false);
        expect(await store.retryMessage(parked, { at: NOON })).toBe(false);
        const waiting = aMessage('s-2');
        await store.putMessage(waiting);
        expect(await store.skipMessage(waiting, skip)).toBe(true);
        await store.putMessage(aMessage('s-3'));
        const [held] = await store.leaseMessages(lease());
        if (held === undefined) throw new Error('nothing to lease');
        expect(await store.skipMessage(held, skip)).toBe(false);
        expect(await store.skipMessage(held, { ...skip, at: NOON + MINUTE })).toBe(true);
        expect(await store.settleMessage(held, sent)).toBe(false);
        expect(await store.listMessages({ state: 'skipped' })).toMatchObject(
          ['s-1', 's-2', 's-3'].map((sendId) => ({ sendId, reason: 'sent by hand', sentAt: null })),
        );
        expect(await store.nextDueAt('message')).toBeNull();
      });

      it('keeps each turn of them in the history, with what it was about and nothing of what it said', async () => {
        await store.putDefinition(DEFINITION);
        const request = { request: aMessage('s-1').request, fields: ['toPersons'] };
        const parked = await park('s-1');
        await store.putMessage(aMessage('s-1', { nodeId: 'another' }));
        await store.retryMessage(parked, { at: NOON + 2, corrected: request });
        const [again] = await store.leaseMessages(lease({ now: NOON + 2 }));
        if (again === undefined) throw new Error('nothing to lease');
        await store.settleMessage(again, { state: 'pending', dueAt: NOON + 3, refusals: 1, reason: 'answered 500' });
        const [last] = await store.leaseMessages(lease({ now: NOON + 3 }));
        if (last === undefined) throw new Error('nothing to lease');
        await store.settleMessage(last, { state: 'partial', at: NOON + 4, problems: [problem], reason: null });
        await store.commitStep(aStep({ messages: [aMessage('s-2', { instanceId: 'i-1', nodeId: 'tell' })] }));
        await store.skipMessage(aMessage('s-2'), { at: NOON + 5, reason: 'sent by hand' });
        const ofHost = { sendId: 's-1', nodeId: null };
        const ofNode = { sendId: 's-2', nodeId: 'tell' };
        expect((await store.listHistory({})).map(({ seq: _seq, ...entry }) => entry)).toEqual([
          { instanceId: null, at: NOON, type: 'message.queued', data: { ...ofHost, messageTypeCode: 'LEAVE' } },
          { instanceId: null, at: NOON + 1, type: 'message.parked', data: { ...ofHost, reason: 'answered 500' } },
          { instanceId: null, at: NOON + 2, type: 'message.retried', data: { ...ofHost, corrected: ['toPersons'] } },
          { instanceId: null, at: NOON + 4, type: 'message.partial', data: { ...ofHost, unreached: 1 } },
          { instanceId: 'i-1', at: NOON, type: 'message.queued', data: { ...ofNode, messageTypeCode: 'LEAVE' } },
          { instanceId: 'i-1', at: NOON + 5, type: 'message.skipped', data: { ...ofNode, reason: 'sent by hand' } },
        ]);
        expect(await store.listHistory({ instanceId: 'i-1' })).toHaveLength(2);
      });
    });

    describe('nextDueAt', () => {
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
        const { seq } = await leaseOne();
        await store.settleOutbox('me', [{ seq, state: 'parked', at: NOON, reason: 'answered 400' }]);
        expect(await store.nextDueAt()).toBeNull();
      });
    });

    describe('releaseLeases', () => {
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

    describe('close', () => {
      it('waits for what has begun, refuses what comes later, and may be called twice', async () => {
        await store.putDefinition(DEFINITION);
        const begun = store.commitStep(aStep());
        await Promise.all([store.close(), store.close()]);
        expect(await begun).toBe('committed');
        await expect(store.getInstance('i-1')).rejects.toMatchObject({ code: 'ERR_CLOSED' });
      });
    });
  });
}
