import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCenterClient } from '../../src/center/create-center-client.ts';
import type { CenterClient } from '../../src/center/port.ts';
import {
  createMessageSender,
  type MessageSender,
  type MessageSenderOptions,
} from '../../src/messages/create-message-sender.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { answerJson, answerSent, type HttpCenter, startHttpCenter } from '../center/http-center.ts';
import { aMessage, NOON } from '../store/rows.ts';
import { SENDING } from '../support/sending.ts';

let center: HttpCenter;
let client: CenterClient;
let store: Store;
let sender: MessageSender;
let now: number;
let errors: unknown[];

function open(options: Partial<MessageSenderOptions> = {}): MessageSender {
  sender = createMessageSender({
    ...SENDING,
    ...{ store, center: client, clock: () => now, owner: 'me', random: () => 1, pollMs: 60_000 },
    onError: (error) => errors.push(error),
    ...options,
  });
  sender.start();
  return sender;
}

beforeEach(async () => {
  now = NOON;
  errors = [];
  center = await startHttpCenter();
  client = createCenterClient({
    ...{ baseUrl: center.url, authUrl: center.url, clientId: 'id', clientSecret: 'secret', timeoutMs: 5000 },
    clock: () => now,
  });
  store = await openStore('sqlite::memory:');
});
afterEach(async () => {
  await sender.stop();
  await client.close();
  await center.close();
  await store.close();
});

async function put(count: number): Promise<void> {
  for (let index = 1; index <= count; index++) await store.putMessage(aMessage(`s-${index}`));
}

const states = async () => (await store.listMessages({})).map(({ state }) => state);

it('has so many calls in flight at most, and begins the next when one is answered', async () => {
  const waiting: (() => void)[] = [];
  center.onMessages = (...call) => void waiting.push(() => answerSent()(...call));
  await put(5);
  open({ concurrency: 2 });
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  for (let answered = 0; answered < 5; answered++) {
    waiting[answered]?.();
    await vi.waitFor(() => expect(waiting).toHaveLength(Math.min(5, answered + 3)));
  }
  await sender.idle();
  expect(await states()).toEqual(Array.from({ length: 5 }, () => 'sent'));
  expect(center.messageCalls).toHaveLength(5);
});

it('waits longer after every call that failed, up to the longest pause', async () => {
  center.onMessages = answerJson(502, {});
  await put(1);
  open({ retry: { retryMinMs: 1_000, retryMaxMs: 5_000, maxItemAttempts: 2 } });
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt++) {
    sender.wake();
    await sender.idle();
    const { dueAt } = (await store.getMessage('s-1')) ?? { dueAt: 0 };
    pauses.push(dueAt - now);
    now = dueAt;
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
});

it('counts what refuses the message, and not the calls that fail between', async () => {
  const refuse = answerJson(200, { code: 500, message: 'no channel', data: null });
  center.onMessages = (response, call, count) => (count === 2 ? answerJson(502, {}) : refuse)(response, call, count);
  await put(1);
  open({ retry: { retryMinMs: 1, retryMaxMs: 1, maxItemAttempts: 2 } });
  for (const state of ['pending', 'pending', 'parked']) {
    sender.wake();
    await sender.idle();
    expect(await states()).toEqual([state]);
    now += 1;
  }
  expect(center.messageCalls).toHaveLength(3);
});

it('sends what one listener of the host stumbles over all the same', async () => {
  await put(2);
  open({
    onSettled: () => {
      throw new Error('the host is at fault');
    },
  });
  await sender.idle();
  expect(await states()).toEqual(['sent', 'sent']);
  expect(errors).toHaveLength(2);
});

it('ends what it began when it is stopped, and begins nothing more', async () => {
  let answer: () => void = () => undefined;
  center.onMessages = (...call) => {
    answer = () => answerSent()(...call);
  };
  await put(2);
  open({ concurrency: 1 });
  await vi.waitFor(() => expect(center.messageCalls).toHaveLength(1));
  const stopped = sender.stop();
  answer();
  await stopped;
  expect(await states()).toEqual(['sent', 'pending']);
});

it('sends no message that somebody else took while it stood still between lease and call', async () => {
  await put(2);
  const leaseMessages: Store['leaseMessages'] = async (lease) => {
    const rows = await store.leaseMessages(lease);
    if (now > NOON) return rows;
    now += lease.leaseMs;
    await store.leaseMessages({ ...lease, now, limit: 1, owner: 'next' });
    return rows;
  };
  open({ store: { ...store, leaseMessages } });
  await sender.idle();
  expect(center.messageCalls.map(({ body }) => JSON.parse(body).sendId)).toEqual(['s-2']);
  expect(await states()).toEqual(['pending', 'sent']);
});
