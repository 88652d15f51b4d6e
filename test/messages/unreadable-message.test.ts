/** A row that something else wrote over: it must not keep the others from being sent, and whoever looks must see it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { createDatabaseFile, type DatabaseFile } from '../bridge/database-file.ts';
import { aMessage, NOON } from '../store/rows.ts';
import { createSqliteStore } from '../support/inner/store.ts';

const lease = { now: NOON, limit: 10, leaseMs: 60_000, owner: 'me' };
const reason = expect.stringContaining('cannot be read');

let file: DatabaseFile;
let store: Store;
beforeEach(async () => {
  file = createDatabaseFile();
  store = await createSqliteStore({ path: file.path });
  for (const sendId of ['s-1', 's-2', 's-3']) await store.putMessage(aMessage(sendId));
});
afterEach(async () => {
  await store.close();
  file[Symbol.dispose]();
});

test.each(['request', 'problems', 'original'])(
  'one whose %s is broken is parked, and the others are leased',
  async (column) => {
    file.run(`update messages set ${column} = '{"half' where send_id = 's-2'`);
    expect(await store.leaseMessages(lease)).toMatchObject([
      { sendId: 's-1', state: 'pending' },
      { sendId: 's-2', state: 'parked', reason },
      { sendId: 's-3', state: 'pending' },
    ]);
    expect(await store.leaseMessages({ ...lease, now: NOON + 60_000 })).toMatchObject([
      { sendId: 's-1' },
      { sendId: 's-3' },
    ]);
    expect(await store.listMessages({ state: 'parked' })).toMatchObject([{ sendId: 's-2', reason }]);
    expect((await store.listHistory({})).slice(3)).toMatchObject([
      { type: 'message.parked', at: NOON, data: { sendId: 's-2', reason } },
    ]);
  },
);

test('one that is broken and not yet due is listed with the others, as what it is', async () => {
  file.run(`update messages set request = '7' where send_id = 's-2'`);
  expect(await store.getMessage('s-2')).toMatchObject({ state: 'pending', reason, request: { data: { title: '' } } });
  expect(await store.listMessages({})).toHaveLength(3);
});

test('one is mended by a retry with a request, and keeps nothing of what could not be read', async () => {
  file.run(`update messages set request = 'x', problems = 'y' where send_id = 's-2'`);
  await store.leaseMessages(lease);
  const { request } = aMessage('s-2');
  const corrected = { request, fields: ['data'] };
  expect(await store.retryMessage({ sendId: 's-2', attempts: 1 }, { at: NOON, corrected })).toBe(true);
  expect(await store.leaseMessages(lease)).toMatchObject([{ sendId: 's-2', request, original: null, problems: [] }]);
});
