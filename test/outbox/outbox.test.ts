import { setTimeout as realTime } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCenterClient } from '../../src/center/create-center-client.ts';
import type { CenterClient } from '../../src/center/port.ts';
import type { NextTaskItem, Report, ReportKind, TaskHandlingItem } from '../../src/index.ts';
import { createOutbox, type Outbox, type OutboxSettings } from '../../src/outbox/create-outbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { answerErrors, answerJson, type HttpCenter, startHttpCenter } from '../center/http-center.ts';
import { anInstance, aStep, NOON, startInstance } from '../store/rows.ts';
import { SENDING } from '../support/sending.ts';

let center: HttpCenter;
let client: CenterClient;
let store: Store;
let outbox: Outbox;
let now: number;
let settled: string[];

function open(options: Partial<OutboxSettings> = {}): Outbox {
  return createOutbox({
    ...SENDING,
    store,
    center: client,
    clock: () => now,
    owner: 'outbox',
    random: () => 1,
    onSettled: (row, settlement) => settled.push(`${row.report.item.previousTaskId} ${settlement.state}`),
    ...options,
  });
}

beforeEach(async () => {
  now = NOON;
  settled = [];
  center = await startHttpCenter();
  client = createCenterClient({
    baseUrl: center.url,
    authUrl: center.url,
    clientId: 'id',
    clientSecret: 'secret',
    timeoutMs: 5000,
    clock: () => now,
  });
  store = await openStore('sqlite::memory:');
  outbox = open();
});
afterEach(async () => {
  await outbox.close();
  await client.close();
  await center.close();
  await store.close();
});

function nextTask(taskId: string): NextTaskItem {
  return { taskId, handlers: 'bob', nodeId: 'n', nodeName: 'N', transTypeCode: 'leave' };
}

function report(previousTaskId: string, next: readonly string[] = [], kind: ReportKind = 'handled'): Report {
  const item = { appId: 'app', handler: 'ann', previousTaskId };
  if (next.length === 0) return { kind, item: { ...item, status: 'none' }, reason: 'its branch ended' };
  return { kind, item: { ...item, status: 'next', next: next.map(nextTask) }, reason: `it led to ${next}` };
}

const itemsOf = (body: string) => JSON.parse(body) as TaskHandlingItem[];
/** The previous ids of each call that came in. */
const received = () => center.taskCalls.map((call) => itemsOf(call.body).map((item) => item.previousTaskId));
const states = async () => (await store.listOutbox({})).map((row) => row.state);
const error = (code: number, taskId: string) => ({ code, taskId, message: `said ${code}` });

/** Answers the calls one after the other; the last answer stands. */
function answerInTurn(...answers: HttpCenter['onTasks'][]): void {
  center.onTasks = (response, call, count) => answers[Math.min(count, answers.length) - 1]?.(response, call, count);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + 10_000; !(await condition()); await realTime(2)) {
    if (Date.now() > giveUpAt) throw new Error('it never came to that');
  }
}

describe('order', () => {
  it('sends the reports of an instance one after the other, those of several together', async () => {
    await startInstance(store, 'a', [report('a1'), report('a2'), report('a3')]);
    await startInstance(store, 'b', [report('b1'), report('b2')]);
    expect(await outbox.deliverDue()).toBe(5);
    expect(received()).toEqual([['a1', 'b1'], ['a2', 'b2'], ['a3']]);
    expect(await states()).toEqual(Array.from({ length: 5 }, () => 'delivered'));
    expect(settled).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'].map((id) => `${id} delivered`));
  });

  it('sends no more in one call than a batch holds', async () => {
    for (const id of ['a', 'b', 'c']) await startInstance(store, id, [report(`${id}1`)]);
    await open({ batchSize: 2 }).deliverDue();
    expect(received()).toEqual([['a1', 'b1'], ['c1']]);
  });

  it('leases what is behind a full batch while the center works', async () => {
    for (const id of ['a', 'b', 'c']) await startInstance(store, id, [report(`${id}1`)]);
    let leases = 0;
    const leaseOutbox: Store['leaseOutbox'] = (lease) => {
      leases += 1;
      return store.leaseOutbox(lease);
    };
    center.onTasks = (response, call, count) => {
      const leased = count === 1 ? until(() => leases === 2) : Promise.resolve();
      void leased.then(() => answerErrors()(response, call, count));
    };
    expect(await open({ store: { ...store, leaseOutbox }, batchSize: 2 }).deliverDue()).toBe(3);
    expect(received()).toEqual([['a1', 'b1'], ['c1']]);
  });

  it('gives back what is behind a batch whose call failed', async () => {
    for (const id of ['a', 'b', 'c']) await startInstance(store, id, [report(`${id}1`)]);
    answerInTurn((response) => void response.writeHead(503).end(), answerErrors());
    const one = open({ batchSize: 2 });
    await one.deliverDue();
    expect(received()).toEqual([['a1', 'b1']]);
    expect(await store.listOutbox({})).toMatchObject(Array.from({ length: 3 }, () => ({ state: 'pending' })));
    now += 3_600_000;
    await one.deliverDue();
    expect(received().slice(1).flat().toSorted()).toEqual(['a1', 'b1', 'c1']);
    await one.close();
  });

  it('keeps two reports that share an id apart, the creating one first', async () => {
    await startInstance(store, 'a', [report('a1', ['shared'])]);
    await startInstance(store, 'b', [report('shared', ['b2'])]);
    await startInstance(store, 'c', [report('c1')]);
    await outbox.deliverDue();
    expect(received()).toEqual([['a1', 'c1'], ['shared']]);
  });

  it('makes one call at a time, however often it is asked', async () => {
    let inFlight = 0;
    let most = 0;
    center.onTasks = (response, call, count) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      setImmediate(() => {
        inFlight -= 1;
        answerErrors()(response, call, count);
      });
    };
    for (const id of ['a', 'b', 'c']) await startInstance(store, id, [report(`${id}1`), report(`${id}2`)]);
    const one = open({ batchSize: 1 });
    await Promise.all([one.deliverDue(), one.deliverDue(), one.deliverDue()]);
    expect(received().flat().toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
    expect(most).toBe(1);
  });

  it('sends each entry once when two outboxes work on one store', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await startInstance(store, id, [report(`${id}1`), report(`${id}2`)]);
    const two = [open({ owner: 'x', batchSize: 1 }), open({ owner: 'y', batchSize: 1 })];
    await Promise.all(two.map((each) => each.deliverDue()));
    const ids = received().flat();
    expect(ids.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2']);
    for (const id of ['a', 'b', 'c', 'd']) expect(ids.indexOf(`${id}1`)).toBeLessThan(ids.indexOf(`${id}2`));
  });
});

describe('an answer with errors', () => {
  it('parks what cannot go through; its instance waits, others go on', async () => {
    center.onTasks = answerErrors(error(2004, 'a1'));
    await startInstance(store, 'a', [report('a1'), report('a2')]);
    await startInstance(store, 'b', [report('b1')]);
    await outbox.deliverDue();
    expect(await states()).toEqual(['parked', 'pending', 'delivered']);
    expect(received()).toEqual([['a1', 'b1']]);
    expect(await store.listOutbox({ state: 'parked' })).toMatchObject([
      { reason: 'the handled task a1 was answered 2004: said 2004' },
    ]);
  });

  it('is success where the report expects it', async () => {
    center.onTasks = answerErrors(error(2004, 'a.start'));
    await startInstance(store, 'a', [report('a.start', ['t1'], 'bootstrap')]);
    await outbox.deliverDue();
    expect(await states()).toEqual(['delivered']);
  });

  it('passes what nobody can know, and lists it as unconfirmed', async () => {
    center.onTasks = (response, call, count) =>
      answerErrors(...(count === 1 ? [error(2005, 'a1')] : []))(response, call, count);
    const end: Report = {
      kind: 'handled',
      item: { appId: 'app', handler: 'ann', previousTaskId: 'a1', status: 'end' },
      reason: 'it ended',
    };
    await startInstance(store, 'a', [end, report('a2')]);
    await outbox.deliverDue();
    expect(await states()).toEqual(['unconfirmed', 'delivered']);
  });

  it('is as bad as its worst entry', async () => {
    answerInTurn(answerErrors(error(500, 't1'), error(400, 't2'), error(2004, 'a.start')));
    await startInstance(store, 'a', [report('a.start', ['t1', 't2'], 'bootstrap')]);
    await outbox.deliverDue();
    expect(await store.listOutbox({})).toMatchObject([
      { state: 'parked', reason: 'the new task t2 was answered 400: said 400' },
    ]);
  });

  it('names three of many refused tasks, and how many there are beside them', async () => {
    const ids = ['t1', 't2', 't3', 't4', 't5'];
    center.onTasks = answerErrors(...ids.map((id) => error(400, id)));
    await startInstance(store, 'a', [report('a1', ids)]);
    await outbox.deliverDue();
    const named = ids.slice(0, 3).map((id) => `the new task ${id} was answered 400: said 400`);
    expect(await store.listOutbox({})).toMatchObject([{ state: 'parked', reason: [...named, '2 others'].join('; ') }]);
  });

  it('of 500 is tried again a few times, longer and longer apart, then parked', async () => {
    center.onTasks = answerErrors(error(500, 'a1'));
    await startInstance(store, 'a', [report('a1')]);
    const waits: number[] = [];
    for (let next = await store.nextDueAt('outbox'); next !== null; next = await store.nextDueAt('outbox')) {
      waits.push(next - now);
      now = next;
      await outbox.deliverDue();
    }
    expect(waits).toEqual([0, 1000, 2000, 4000, 8000]);
    expect(await store.listOutbox({})).toMatchObject([
      { state: 'parked', reason: expect.stringContaining('refused 5 times') },
    ]);
  });

  it('of 500 about a task that is gone holds up nothing behind it, once it was tried a few times', async () => {
    answerInTurn(...Array.from({ length: 5 }, () => answerErrors(error(500, 'a1'))), answerErrors());
    await startInstance(store, 'a', [report('a1', undefined, 'gone'), report('a2')]);
    for (let next = await store.nextDueAt('outbox'); next !== null; next = await store.nextDueAt('outbox')) {
      now = next;
      await outbox.deliverDue();
    }
    expect(await store.listOutbox({})).toMatchObject([
      { state: 'unconfirmed', reason: expect.stringContaining('refused 5 times') },
      { state: 'delivered' },
    ]);
  });

  it('of 500 for one new task makes the rest an echo at the next attempt, and that task none', async () => {
    answerInTurn(
      answerErrors(error(500, 't2')),
      // Handled and created at the first attempt: said again, but not trouble. The refused one is refused again.
      answerErrors(error(2005, 'a1'), error(500, 't2')),
      answerErrors(error(2005, 'a1')),
    );
    await startInstance(store, 'a', [report('a1', ['t1', 't2'])]);
    await outbox.deliverDue();
    now += 1000;
    await outbox.deliverDue();
    expect(await store.listOutbox({})).toMatchObject([{ state: 'pending', refusals: 2, refusedIds: ['t2'] }]);
    now += 2000;
    await outbox.deliverDue();
    expect(await states()).toEqual(['delivered']);
  });

  it('of 500 for the handled task makes a creation error at the next attempt an echo', async () => {
    answerInTurn(answerErrors(error(500, 'a1')), answerErrors(error(500, 't1')));
    await startInstance(store, 'a', [report('a1', ['t1'])]);
    await outbox.deliverDue();
    now += 1000;
    await outbox.deliverDue();
    expect(await states()).toEqual(['unconfirmed']);
  });

  it('that names nothing of the call makes its items go again, each in a call of its own, as repeats', async () => {
    answerInTurn(answerErrors(error(500, 'who?')), answerErrors(error(2005, 'a1')), answerErrors());
    await startInstance(store, 'a', [report('a1')]);
    await startInstance(store, 'b', [report('b1')]);
    await outbox.deliverDue();
    expect(received()).toEqual([['a1', 'b1'], ['a1'], ['b1']]);
    expect(await states()).toEqual(['delivered', 'delivered']);
    expect(await store.listOutbox({})).toMatchObject([{ repeat: true }, { repeat: true }]);
  });

  it('that names nothing, in a call of one item, is about that item', async () => {
    center.onTasks = answerErrors({ code: 400, taskId: null, message: 'handler is null' });
    await startInstance(store, 'a', [report('a1')]);
    await outbox.deliverDue();
    expect(await store.listOutbox({})).toMatchObject([
      { state: 'parked', reason: 'no id of the item, but (no id) was answered 400: handler is null' },
    ]);
  });
});

describe('a call that fails', () => {
  it('is made again, longer and longer apart, and never given up', async () => {
    center.onTasks = answerJson(503, {});
    await startInstance(store, 'a', [report('a1')]);
    for (let attempt = 1; attempt <= 40; attempt += 1) {
      await outbox.deliverDue();
      const next = (await store.nextDueAt('outbox')) ?? 0;
      expect(next - now).toBe(Math.min(300_000, 1000 * 2 ** (attempt - 1)));
      now = next;
    }
    center.onTasks = answerErrors();
    await outbox.deliverDue();
    expect(await store.listOutbox({})).toMatchObject([{ state: 'delivered', attempts: 41 }]);
  });

  it('waits as long as the center asks for', async () => {
    answerInTurn(answerJson(503, {}, { 'retry-after': '60' }), answerErrors());
    await startInstance(store, 'a', [report('a1')]);
    await outbox.deliverDue();
    expect(await store.nextDueAt('outbox')).toBe(NOON + 60_000);
  });

  it('makes the next attempt a repeat when its answer was lost', async () => {
    answerInTurn((response) => response.socket?.destroy(), answerErrors(error(2005, 'a1')));
    await startInstance(store, 'a', [report('a1')]);
    await outbox.deliverDue();
    expect(await store.listOutbox({})).toMatchObject([{ state: 'pending', repeat: true }]);
    now += 1000;
    await outbox.deliverDue();
    expect(await states()).toEqual(['delivered']);
  });

  it('leaves the next attempt the first when it surely never arrived', async () => {
    answerInTurn(answerJson(403, {}), answerErrors(error(2005, 'a1')));
    await startInstance(store, 'a', [report('a1')]);
    await outbox.deliverDue();
    expect(await store.listOutbox({})).toMatchObject([
      { state: 'pending', repeat: false, reason: 'the center answered HTTP 403' },
    ]);
    now += 1000;
    await outbox.deliverDue();
    expect(await states()).toEqual(['parked']);
  });

  it('with another outer code is unknown for every item', async () => {
    answerInTurn(answerJson(200, { code: 99, message: 'busy' }), answerErrors(error(2005, 'a1')), answerErrors());
    await startInstance(store, 'a', [report('a1')]);
    await startInstance(store, 'b', [report('b1')]);
    await outbox.deliverDue();
    now += 1000;
    await outbox.deliverDue();
    expect(await states()).toEqual(['delivered', 'delivered']);
  });
});

describe('the loop', () => {
  it('delivers what is there, and what comes later as soon as it is woken', async () => {
    await startInstance(store, 'a', [report('a1')]);
    outbox = open({ pollMs: 60_000 });
    outbox.start();
    await until(async () => (await states()).join() === 'delivered');
    await store.commitStep(aStep({ instance: anInstance('b'), reports: [report('b1')] }));
    outbox.wake();
    await until(async () => (await states()).join() === 'delivered,delivered');
  });

  it('finds what comes later without being woken', async () => {
    await startInstance(store, 'a');
    outbox = open({ pollMs: 5 });
    outbox.start();
    await store.commitStep(aStep({ instance: anInstance('b'), reports: [report('b1')] }));
    await until(async () => (await states()).join() === 'delivered');
  });

  it('tries again when an entry is due, long before the next poll', async () => {
    answerInTurn(answerJson(503, {}), answerErrors());
    await startInstance(store, 'a', [report('a1')]);
    const startedAt = Date.now();
    outbox = open({
      pollMs: 60_000,
      clock: () => NOON + Date.now() - startedAt,
      retry: { retryMinMs: 30, retryMaxMs: 30, maxItemAttempts: 5 },
    });
    outbox.start();
    await until(async () => (await states()).join() === 'delivered');
  });

  it('goes on after the store failed, and says so', async () => {
    await startInstance(store, 'a', [report('a1')]);
    const errors: string[] = [];
    let failures = 2;
    outbox = open({
      pollMs: 1,
      onError: (error) => errors.push(String(error)),
      store: {
        leaseOutbox: (lease) => {
          failures -= 1;
          return failures < 0 ? store.leaseOutbox(lease) : Promise.reject(new Error('no disk'));
        },
        renewLeases: (...given) => store.renewLeases(...given),
        settleOutbox: (owner, settlements) => store.settleOutbox(owner, settlements),
        nextDueAt: (kind) => store.nextDueAt(kind),
      },
    });
    outbox.start();
    await until(async () => (await states()).join() === 'delivered');
    expect(errors).toEqual(['Error: no disk', 'Error: no disk']);
  });

  it('sleeps until the next poll while the oldest report of the only instance is parked', async () => {
    center.onTasks = answerErrors(error(400, 'a1'));
    await startInstance(store, 'a', [report('a1'), report('a2')]);
    const calls: string[] = [];
    outbox = open({
      pollMs: 60_000,
      store: {
        leaseOutbox: (lease) => {
          calls.push('lease');
          return store.leaseOutbox(lease);
        },
        renewLeases: (...given) => store.renewLeases(...given),
        settleOutbox: (owner, settlements) => store.settleOutbox(owner, settlements),
        nextDueAt: async (kind) => {
          const next = await store.nextDueAt(kind);
          calls.push(`next is ${next}`);
          return next;
        },
      },
    });
    outbox.start();
    await until(() => calls.includes('next is null'));
    expect(calls).toEqual([`next is ${NOON}`, 'lease', 'lease', 'next is null']);
    expect(await states()).toEqual(['parked', 'pending']);
  });

  it('is not stopped by a listener that throws', async () => {
    await startInstance(store, 'a', [report('a1'), report('a2')]);
    const errors: unknown[] = [];
    const throwing = open({
      onSettled: () => {
        throw new Error('listener');
      },
      onError: (error) => errors.push(error),
    });
    expect(await throwing.deliverDue()).toBe(2);
    expect(errors).toEqual([new Error('listener'), new Error('listener')]);
  });
});

describe('close', () => {
  it('settles the call in flight, and gives back what was not sent', async () => {
    await startInstance(store, 'a', [report('a1', ['shared'])]);
    await startInstance(store, 'b', [report('shared')]);
    let closing: Promise<void> | undefined;
    center.onTasks = (response, call, count) => {
      closing = outbox.close();
      answerErrors()(response, call, count);
    };
    await outbox.deliverDue();
    await closing;
    expect(received()).toEqual([['a1']]);
    expect(await store.listOutbox({})).toMatchObject([
      { state: 'delivered' },
      { state: 'pending', repeat: false, dueAt: NOON },
    ]);
    expect(await store.leaseOutbox({ now, limit: 9, leaseMs: 1, owner: 'next' })).toMatchObject([{ repeat: false }]);
  });

  it('ends the loop at once when nothing is in flight, and delivers nothing afterwards', async () => {
    outbox = open({ pollMs: 60_000 });
    outbox.start();
    await outbox.close();
    await outbox.close();
    await startInstance(store, 'a', [report('a1')]);
    outbox.start();
    outbox.wake();
    await expect(outbox.deliverDue()).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    expect(received()).toEqual([]);
  });
});

it('begins no call in the second half of its lease, so that no other holder sends the same', async () => {
  await startInstance(store, 'a', [report('a1', ['x'])]);
  await startInstance(store, 'b', [report('x')]);
  center.onTasks = (response, call, count) => {
    now += 60_001;
    answerErrors()(response, call, count);
  };
  const slow = open({ leaseMs: 120_000, onSettled: () => {} });
  await slow.deliverDue();
  expect(received()).toEqual([['a1'], ['x']]);
  expect(await store.listOutbox({})).toMatchObject([
    { state: 'delivered', attempts: 1 },
    { state: 'delivered', attempts: 2, repeat: false },
  ]);
});

it('sends only what it still holds after it stood still between lease and call', async () => {
  for (const id of ['a', 'b', 'c']) await startInstance(store, id, [report(`${id}1`)]);
  const next = { limit: 1, leaseMs: 120_000, owner: 'next' };
  const leaseOutbox: Store['leaseOutbox'] = async (lease) => {
    const rows = await store.leaseOutbox(lease);
    if (now > NOON) return rows;
    now += 20_000;
    // It was taken for dead, and one of its reports is sent by another bridge.
    await store.releaseLost('outbox');
    await store.leaseOutbox({ ...next, now });
    await store.leaseOutbox({ ...lease, now, limit: 1 });
    return rows;
  };
  const stopped = open({ store: { ...store, leaseOutbox }, leaseMs: 120_000 });
  expect(await stopped.deliverDue()).toBe(2);
  // What was released is due again, also here.
  expect(received()).toEqual([['b1'], ['c1']]);
  expect(await store.listOutbox({})).toMatchObject([
    { state: 'pending', attempts: 2, repeat: true },
    { state: 'delivered' },
    { state: 'delivered' },
  ]);
});

it('has the whole lease for a call, however long the calls before it took', async () => {
  await startInstance(store, 'a', [report('a1', ['x'])]);
  await startInstance(store, 'b', [report('x')]);
  center.onTasks = (response, call, count) => {
    now += 50_000;
    answerErrors()(response, call, count);
  };
  let due: number | null = null;
  const renewLeases: Store['renewLeases'] = async (...given) => {
    const renewed = await store.renewLeases(...given);
    due = await store.nextDueAt('outbox');
    return renewed;
  };
  await open({ store: { ...store, renewLeases }, leaseMs: 120_000 }).deliverDue();
  expect(received()).toEqual([['a1'], ['x']]);
  expect(due).toBe(NOON + 50_000 + 120_000);
});
