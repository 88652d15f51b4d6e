/** A center that does not answer is asked by one call at a time, and one entry that it cannot cope with holds up no other. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCenterClient } from '../../src/center/create-center-client.ts';
import type { CenterClient } from '../../src/center/port.ts';
import type { TaskHandlingItem } from '../../src/index.ts';
import { createMessageSender, type MessageSender } from '../../src/messages/create-message-sender.ts';
import { createOutbox, type Outbox } from '../../src/outbox/create-outbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { OutboxRow, Store } from '../../src/store/store.ts';
import { answerErrors, answerJson, answerSent, type HttpCenter, startHttpCenter } from '../center/http-center.ts';
import { aMessage, aReport, NOON, startInstance } from '../store/rows.ts';
import { SENDING } from '../support/sending.ts';

const INSTANCES = 120;
const BATCH = 50;
const down = answerJson(503, {});

let center: HttpCenter;
let client: CenterClient;
let store: Store;
let outbox: Outbox;
let sender: MessageSender;
let now: number;
let lone: string[];

beforeEach(async () => {
  now = NOON;
  lone = [];
  center = await startHttpCenter();
  const { url } = center;
  const clock = () => now;
  client = createCenterClient({
    baseUrl: url,
    authUrl: url,
    clientId: 'id',
    clientSecret: 's',
    timeoutMs: 5000,
    clock,
  });
  store = await openStore('sqlite::memory:');
  const shared = {
    ...SENDING,
    store,
    center: client,
    clock,
    random: () => 1,
    onError: (error: unknown) => expect.fail(`${error}`),
  };
  const onLoneFailure = ({ instanceId }: OutboxRow, reason: string) => void lone.push(`${instanceId}: ${reason}`);
  outbox = createOutbox({ ...shared, onLoneFailure, owner: 'outbox', batchSize: BATCH });
  sender = createMessageSender({ ...shared, owner: 'sender', pollMs: 60_000 });
});
afterEach(async () => {
  await outbox.close();
  await sender.stop();
  await client.close();
  await center.close();
  await store.close();
});

const sizes = () => center.taskCalls.map(({ body }) => (JSON.parse(body) as TaskHandlingItem[]).length);
const pending = async () => (await store.listOutbox({ state: 'pending', limit: 1_000 })).length;

async function startMany(): Promise<void> {
  for (let index = 0; index < INSTANCES; index += 1) await startInstance(store, `i-${index}`, [aReport(`t-${index}`)]);
}

async function afterPause(): Promise<void> {
  now = (await outbox.nextDueAt()) ?? now;
  await outbox.deliverDue();
}

it('asks a dead center by one call with one report, after pauses that grow, and sends all once it answers', async () => {
  await startMany();
  center.onTasks = down;
  await outbox.deliverDue();
  expect(sizes()).toEqual([BATCH]);
  const pauses: number[] = [];
  for (let probe = 0; probe < 4; probe += 1) {
    await outbox.deliverDue();
    const before = now;
    await afterPause();
    pauses.push(now - before);
  }
  expect(sizes()).toEqual([BATCH, 1, 1, 1, 1]);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(outbox.openUntil).toBeGreaterThan(now);
  center.onTasks = answerErrors();
  await afterPause();
  expect(outbox.openUntil).toBe(0);
  now += 300_000;
  await outbox.deliverDue();
  expect(await pending()).toBe(0);
});

it('leaves a center alone for as long as it asks, whatever else comes due', async () => {
  await startMany();
  center.onTasks = answerJson(503, {}, { 'retry-after': '120' });
  await outbox.deliverDue();
  now += 119_999;
  await startInstance(store, 'late', [aReport('late')]);
  await outbox.deliverDue();
  expect(sizes()).toEqual([BATCH]);
  expect(await outbox.nextDueAt()).toBe(NOON + 120_000);
});

it('delivers all others, and soon, where one report makes the center fail', async () => {
  await startMany();
  center.onTasks = (response, call, count) => {
    const isPoisoned = call.body.includes('"t-7"');
    (isPoisoned ? answerJson(500, {}) : answerErrors())(response, call, count);
  };
  await outbox.deliverDue();
  for (let turn = 0; turn < 3; turn += 1) await afterPause();
  expect(await store.listOutbox({ state: 'pending' })).toMatchObject([{ instanceId: 'i-7', alone: true }]);
  // It is not the center that fails: nothing else waits because of it from then on, and it is told once.
  for (let turn = 0; turn < 3; turn += 1) {
    await startInstance(store, `next-${turn}`, [aReport(`next-${turn}`)]);
    await afterPause();
    await outbox.deliverDue();
  }
  const asked = center.taskCalls.length;
  await afterPause();
  expect(center.taskCalls.length).toBe(asked + 1);
  expect(outbox.openUntil).toBe(0);
  expect(lone).toEqual(['i-7: the center answered HTTP 500']);
  expect(await store.listOutbox({ state: 'pending' })).toMatchObject([{ instanceId: 'i-7' }]);
});

it('asks a dead message center by one message', async () => {
  for (let index = 0; index < 30; index += 1) await store.putMessage(aMessage(`s-${index}`));
  center.onMessages = down;
  sender.start();
  await sender.idle();
  const together = center.messageCalls.length;
  expect(together).toBeLessThanOrEqual(10);
  expect(sender.openUntil).toBe(NOON + 1_000);
  now += 1_000;
  sender.wake();
  await sender.idle();
  expect(center.messageCalls).toHaveLength(together + 1);
  center.onMessages = answerSent();
  now += 300_000;
  sender.wake();
  await sender.idle();
  expect(await store.listMessages({ state: 'pending' })).toEqual([]);
});
