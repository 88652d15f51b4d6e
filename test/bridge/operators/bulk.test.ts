/** What operators do to several rows at once, by the methods of the bridge. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bridge, createBridge } from '../../../src/index.ts';
import { answerErrors, answerJson, type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { optionsFor } from '../options-for.ts';

let center: HttpCenter;
let bridge: Bridge;
let bookFails: boolean;
/** A function that the next call of the service waits for. */
let beforeBooking: () => Promise<void>;
const silent = () => undefined;

beforeEach(async () => {
  bookFails = true;
  beforeBooking = async () => undefined;
  center = await startHttpCenter();
  bridge = await createBridge({
    ...optionsFor(center),
    store: 'sqlite::memory:',
    services: {
      book: async () => {
        await beforeBooking();
        if (bookFails) throw new Error('closed');
      },
      fly: () => Promise.reject(new Error('no planes')),
    },
    jobs: { maxAttempts: 1 },
    outbox: { maxItemAttempts: 1 },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
  const plain = processFile([start(), userTask('check', { assignee: 'bo' }), end()], 'start > check > end', {
    id: 'plain',
  });
  const booking = processFile([start(), serviceTask('call', { service: 'book' }), end()], 'start > call > end', {
    id: 'booking',
  });
  const flight = processFile([start(), serviceTask('call', { service: 'fly' }), end()], 'start > call > end', {
    id: 'flight',
  });
  await bridge.deploy([plain, booking, flight]);
});
afterEach(async () => {
  await bridge.close();
  await center.close();
});

async function begin(processId: string): Promise<string> {
  const { instanceId } = await bridge.start(processId, { initiator: 'anna' });
  await bridge.idle();
  return instanceId;
}

const typesBy = async (by: string) =>
  (await bridge.history()).filter(({ data }) => data.by === by).map(({ type }) => type);

test('incidents of a process: counted first, then retried', async () => {
  await begin('booking');
  await begin('booking');
  await begin('flight');
  bookFails = false;
  const choice = { processId: 'booking', code: 'ERR_SERVICE_FAILED' };
  expect(await bridge.incidents.retryAll(choice, { dryRun: true })).toEqual({ isDone: false, count: 2, failed: [] });
  await bridge.idle();
  expect(await bridge.incidents.list({ open: true })).toHaveLength(3);
  expect(await bridge.incidents.retryAll(choice, { by: 'eva' })).toEqual({ isDone: true, count: 2, failed: [] });
  await bridge.idle();
  expect((await bridge.incidents.list({ open: true })).map(({ code }) => code)).toEqual(['ERR_SERVICE_FAILED']);
  expect(await typesBy('eva')).toEqual(['incident.retried', 'incident.retried']);
});

test('jobs by their service; one whose attempt is running is named, and the others go on', async () => {
  await begin('booking');
  await begin('booking');
  await begin('flight');
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun = (): void => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  beforeBooking = () => {
    begun();
    return held;
  };
  bookFails = false;
  const [first] = await bridge.incidents.list({ open: true });
  await bridge.incidents.retry(first?.incidentId ?? '');
  await isBegun;
  beforeBooking = async () => undefined;
  const counted = await bridge.jobs.retryAll({ service: 'book' }, { dryRun: true });
  expect(counted).toEqual({ isDone: false, count: 1, failed: [] });
  const waiting = await bridge.jobs.retryAll({ service: 'book', state: 'queued' });
  expect(waiting).toMatchObject({
    isDone: true,
    count: 0,
    failed: [{ id: first?.subject, code: 'ERR_NOT_RETRIABLE' }],
  });
  expect(await bridge.jobs.retryAll({ service: 'book' }, { by: 'eva' })).toMatchObject({ count: 1, failed: [] });
  expect(await bridge.jobs.count({ state: 'queued' })).toBe(2);
  letGo();
  await bridge.idle();
  expect((await bridge.instances.list({ processId: 'booking' })).map(({ status }) => status)).toEqual([
    'ended',
    'ended',
  ]);
  expect((await bridge.instances.list({ processId: 'flight' })).map(({ status }) => status)).toEqual(['running']);
  const [failed, ...others] = await bridge.jobs.list({ state: 'failed' });
  expect([failed, others]).toMatchObject([{ service: 'fly', attempts: 1 }, []]);
  await bridge.jobs.retry(failed?.jobId ?? '', { by: 'eva' });
  await bridge.idle();
  expect(await bridge.jobs.list({ state: 'failed' })).toMatchObject([{ jobId: failed?.jobId, attempts: 2 }]);
  expect(await typesBy('eva')).toEqual(['job.retried', 'job.retried']);
  const done = (await bridge.jobs.list({ state: 'done' }))[0]?.jobId ?? '';
  const isDone = { code: 'ERR_NOT_RETRIABLE', details: { jobId: done, why: 'it is done' } };
  await expect(bridge.jobs.retry(done)).rejects.toMatchObject(isDone);
});

test('reports that wait for the center are skipped by their process and time', async () => {
  center.onTasks = answerJson(503, {});
  await begin('plain');
  const choice = { state: 'pending', processId: 'plain' } as const;
  const options = { reason: 'a test', by: 'eva' };
  const none = { ...choice, createdBefore: 1 };
  expect(await bridge.outbox.skipAll(none, options)).toEqual({ isDone: true, count: 0, failed: [] });
  expect(await bridge.outbox.skipAll(choice, options)).toEqual({ isDone: true, count: 1, failed: [] });
  expect(await bridge.outbox.list()).toMatchObject([{ state: 'skipped', reason: 'a test' }]);
});

test('parked reports of an instance, then all; and what is not valid is refused', async () => {
  center.onTasks = (response, call, count) => {
    const [item] = JSON.parse(call.body);
    answerErrors({ taskId: item.next?.[0].taskId, code: 400, message: 'no such account' })(response, call, count);
  };
  const one = await begin('plain');
  await begin('plain');
  await begin('plain');
  center.onTasks = answerErrors();
  const skipped = await bridge.outbox.skipAll({ instanceId: one }, { reason: 'by hand', by: 'eva' });
  expect(skipped).toEqual({ isDone: true, count: 1, failed: [] });
  expect(await bridge.outbox.retryAll({}, { dryRun: true })).toMatchObject({ isDone: false, count: 2 });
  expect(await bridge.outbox.retryAll(undefined, { by: 'eva' })).toMatchObject({ isDone: true, count: 2 });
  await bridge.idle();
  expect((await bridge.outbox.list()).map(({ state }) => state)).toEqual(['skipped', 'delivered', 'delivered']);
  expect(await typesBy('eva')).toEqual(['report.skipped', 'report.retried', 'report.retried']);
  const refused = { code: 'ERR_INPUT_INVALID' };
  await expect(bridge.outbox.skipAll({}, {} as never)).rejects.toMatchObject(refused);
  await expect(bridge.outbox.retryAll({ instance: one } as never)).rejects.toMatchObject(refused);
  await expect(bridge.incidents.retryAll({}, { dry: true } as never)).rejects.toMatchObject(refused);
  await expect(bridge.jobs.list({ state: 'late' } as never)).rejects.toMatchObject(refused);
  await expect(bridge.jobs.retryAll({ state: 'done' } as never)).rejects.toMatchObject(refused);
  expect(await bridge.messages.retryAll()).toEqual({ isDone: true, count: 0, failed: [] });
  expect(await bridge.messages.skipAll({}, { reason: 'none' })).toEqual({ isDone: true, count: 0, failed: [] });
});
