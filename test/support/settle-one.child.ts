// Delivers and sends what is in a store until something was settled, closes everything, and ends when nothing holds it.

import { createCenterClient } from '../../src/center/create-center-client.ts';
import { createMessageSender } from '../../src/messages/create-message-sender.ts';
import { createOutbox } from '../../src/outbox/create-outbox.ts';
import { NOON } from '../store/rows.ts';
import { createSqliteStore } from './inner/store.ts';
import { SENDING } from './sending.ts';

const [path = '', url = ''] = process.argv.slice(2);
const clock = () => NOON;
const store = await createSqliteStore({ path });
const center = createCenterClient({
  baseUrl: url,
  authUrl: url,
  clientId: 'id',
  clientSecret: 'secret',
  timeoutMs: 10_000,
  clock,
});
const options = { ...SENDING, store, center, clock, owner: 'child', pollMs: 60_000 };

function onSettled(_row: unknown, { state }: { readonly state: string }): void {
  console.log(state);
  void closeAll();
}

const outbox = createOutbox({ ...options, onSettled });
const sender = createMessageSender({ ...options, onSettled, onError: (error) => console.log(String(error)) });

async function closeAll(): Promise<void> {
  await Promise.all([outbox.close(), sender.stop()]);
  await center.close();
  await store.close();
}

outbox.start();
sender.start();
