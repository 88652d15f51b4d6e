/** How often a node waits for a server that is far away: what people wait for is a matter of round trips. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { createPostgresStore } from '../support/inner/store.ts';
import { type RoundTripProxy, startRoundTripProxy } from '../support/round-trip-proxy.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../support/shared-postgres.ts';
import { delivered, lease } from './contract/leasing.ts';
import { aJob, anInstance, aPress, aReport, aStep, aTask, DEFINITION, NOON } from './rows.ts';

describe('round trips to PostgreSQL', () => {
  let database: EmptyDatabase;
  let proxy: RoundTripProxy;
  let store: Store;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    proxy = await startRoundTripProxy(Number(new URL(database.url).port));
    const url = new URL(database.url);
    url.port = `${proxy.port}`;
    store = await createPostgresStore({ url: url.href });
    await store.putDefinitions([DEFINITION]);
    const tasks = ['t-1', 't-2'].map((taskId) => aTask(taskId));
    await store.commitStep(aStep({ instance: anInstance('i-1'), tasksCreated: tasks, reports: [aReport('start')] }));
    // Its connections are open, its clock is set.
    await Promise.all([1, 2, 3].map(() => store.nextDueAt()));
  });
  afterAll(async () => {
    await store?.close();
    await proxy?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  async function count(work: () => Promise<unknown>): Promise<number> {
    proxy.take();
    await work();
    return proxy.take();
  }

  test('a press is answered after at most six: three rows that are read one after the other, and a commit', async () => {
    const press = async () => {
      expect(await store.getInstanceOfTask('t-1')).toBeDefined();
      expect(await store.getPress({ uuid: 'u-1', taskId: 't-1', actionKey: 'approve' })).toBeUndefined();
      expect(await store.getTask('t-1')).toBeDefined();
      const step = aStep({
        instance: anInstance('i-1'),
        baseRevision: 1,
        press: aPress('u-1'),
        tasksClosed: [
          {
            taskId: 't-1',
            state: 'FINISH',
            closedAt: NOON,
            handler: 'ann',
            opinions: null,
            handleStatus: 'fine',
            handlerName: null,
            turnHandler: null,
          },
        ],
        tasksCreated: ['t-3', 't-4', 't-5'].map((taskId) => aTask(taskId)),
        jobsCreated: [aJob('j-1'), aJob('j-2')],
        reports: ['t-1', 't-2'].map(aReport),
      });
      expect(await store.commitStep(step)).toBe('committed');
    };
    expect(await count(press)).toBeLessThanOrEqual(6);
  });

  test('a step that lost its race says so after two', async () => {
    const step = aStep({ instance: anInstance('i-1'), baseRevision: 1, tasksCreated: [aTask('t-9')] });
    expect(await count(async () => expect(await store.commitStep(step)).toBe('lost'))).toBeLessThanOrEqual(2);
    expect(await store.getTask('t-9')).toBeUndefined();
  });

  test('a step whose press another one has stored already leaves nothing', async () => {
    const step = aStep({
      instance: anInstance('i-1'),
      baseRevision: 2,
      press: aPress('u-1'),
      tasksCreated: [aTask('t-9')],
    });
    expect(await store.commitStep(step)).toBe('lost');
    expect(await store.getTask('t-9')).toBeUndefined();
  });

  test('a batch of reports takes four: leased by two, settled by two', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `batch-${index}`);
    for (const id of ids) await store.commitStep(aStep({ instance: anInstance(id), reports: [aReport(id)] }));
    const deliver = async () => {
      const leased = await store.leaseOutbox(lease({ limit: 50 }));
      expect(leased.length).toBeGreaterThanOrEqual(20);
      const settled = await store.settleOutbox(
        'me',
        leased.map(({ seq }) => delivered(seq)),
      );
      expect(settled).toHaveLength(leased.length);
    };
    expect(await count(deliver)).toBeLessThanOrEqual(4);
  });
});
