/** Two processes on one database: the one that waits is not the one that sends. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCenterClient } from '../../src/center/create-center-client.ts';
import { StoreError } from '../../src/index.ts';
import { createMessageSender } from '../../src/messages/create-message-sender.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { answerSent, type HttpCenter, startHttpCenter } from '../center/http-center.ts';
import { aMessage, NOON } from '../store/rows.ts';
import { createMessageWaiters } from '../support/inner/bridge.ts';
import { SENDING } from '../support/sending.ts';

let center: HttpCenter;
let store: Store;
beforeEach(async () => {
  center = await startHttpCenter();
  store = await openStore('sqlite::memory:');
  await store.putMessage(aMessage('s-1'));
});
afterEach(async () => {
  await center.close();
  await store.close();
});

/** What another process does; nobody here is told of it. */
async function sendElsewhere(): Promise<void> {
  const clock = () => NOON;
  const { url } = center;
  const client = createCenterClient({
    baseUrl: url,
    authUrl: url,
    clientId: 'id',
    clientSecret: 'secret',
    timeoutMs: 10_000,
    clock,
  });
  const sender = createMessageSender({
    ...SENDING,
    store,
    center: client,
    clock,
    owner: 'elsewhere',
    onError: () => {},
  });
  sender.start();
  await sender.idle();
  await sender.stop();
  await client.close();
}

test('whoever waits hears of a message that another process sends', async () => {
  let looks = 0;
  const counting = {
    getMessage(sendId: string) {
      looks += 1;
      return store.getMessage(sendId);
    },
  };
  const waiting = createMessageWaiters(counting, 5).settled('s-1');
  center.onMessages = answerSent({ receiverKey: 'ann', exceptionMessage: 'has left' });
  await sendElsewhere();
  expect(await waiting).toMatchObject({ state: 'partial', problems: [{ receiverKey: 'ann' }] });
  expect(looks).toBeGreaterThan(1);
});

test('and hears at once of what is settled here', async () => {
  const waiters = createMessageWaiters(store, 3_600_000);
  const waiting = waiters.settled('s-1');
  await sendElsewhere();
  waiters.check('s-1');
  expect(await waiting).toMatchObject({ state: 'sent' });
});

test('waits no longer than the bridge is open', async () => {
  const waiters = createMessageWaiters(store, 3_600_000);
  const waiting = expect(waiters.settled('s-1')).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  waiters.close();
  await waiting;
  await expect(waiters.settled('s-1')).rejects.toMatchObject({ code: 'ERR_CLOSED' });
});

test('goes on waiting while the database does not answer', async () => {
  let fails = 2;
  const failing = {
    async getMessage(sendId: string) {
      fails -= 1;
      if (fails >= 0) throw new StoreError('ERR_STORE_UNAVAILABLE', 'the disk is away');
      return await store.getMessage(sendId);
    },
  };
  const waiting = createMessageWaiters(failing, 5).settled('s-1');
  await sendElsewhere();
  expect(await waiting).toMatchObject({ state: 'sent' });
});

test('is told where the message is not kept any more', async () => {
  await expect(createMessageWaiters(store).settled('s-9')).rejects.toMatchObject({ code: 'ERR_MESSAGE_UNKNOWN' });
});
