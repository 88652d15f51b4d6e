import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerSent, type HttpCenter, startHttpCenter } from '../center/http-center.ts';
import { aMessage } from '../store/rows.ts';
import { startChild } from '../store/start-child.ts';
import { createSqliteStore } from '../support/inner/store.ts';

const CHILD = new URL('../support/settle-one.child.ts', import.meta.url);

let directory: string;
let path: string;
let center: HttpCenter;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'messages-'));
  path = join(directory, 'bridge.db');
  center = await startHttpCenter();
  const store = await createSqliteStore({ path });
  await store.putMessage(aMessage('s-1'));
  await store.close();
});
afterEach(async () => {
  await center.close();
  rmSync(directory, { recursive: true });
});

it('sends again under the same sendId what a killed process had sent, and lets its process end', async () => {
  const arrived = new Promise<void>((resolve) => {
    // The center has the message, and the sender dies before the answer.
    center.onMessages = () => resolve();
  });
  const killed = await startChild(CHILD, path, center.url);
  await arrived;
  await killed.kill();

  center.onMessages = answerSent();
  // The file is held by one process at a time, so the lease of the killed one is not waited for.
  const heir = await startChild(CHILD, path, center.url);
  expect(await heir.nextLine()).toBe('sent');
  expect(await heir.end()).toBe(0);
  expect(center.messageCalls.map(({ body }) => JSON.parse(body).sendId)).toEqual(['s-1', 's-1']);
  const store = await createSqliteStore({ path });
  expect(await store.getMessage('s-1')).toMatchObject({ state: 'sent', attempts: 2 });
  await store.close();
});
