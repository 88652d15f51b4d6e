import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCenterClient } from '../../src/center/create-center-client.ts';
import { createOutbox } from '../../src/outbox/create-outbox.ts';
import { answerErrors, type HttpCenter, startHttpCenter } from '../center/http-center.ts';
import { aReport, NOON, startInstance } from '../store/rows.ts';
import { startChild } from '../store/start-child.ts';
import { createSqliteStore } from '../support/inner/store.ts';
import { SENDING } from '../support/sending.ts';

const CHILD = new URL('../support/settle-one.child.ts', import.meta.url);

let directory: string;
let path: string;
let center: HttpCenter;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'outbox-'));
  path = join(directory, 'bridge.db');
  center = await startHttpCenter();
  const store = await createSqliteStore({ path });
  await startInstance(store, 'a', [aReport('a1')]);
  await store.close();
});
afterEach(async () => {
  await center.close();
  rmSync(directory, { recursive: true });
});

it('sends again what a killed process had sent, and takes "already handled" for the echo that it is', async () => {
  const arrived = new Promise<void>((resolve) => {
    // The center did the work, and the sender dies before the answer.
    center.onTasks = () => resolve();
  });
  const child = await startChild(CHILD, path, center.url);
  await arrived;
  await child.kill();

  center.onTasks = answerErrors({ code: 2005, taskId: 'a1', message: 'this task has been finished' });
  const clock = () => NOON;
  const store = await createSqliteStore({ path });
  const options = {
    baseUrl: center.url,
    authUrl: center.url,
    clientId: 'id',
    clientSecret: 'secret',
    timeoutMs: 10_000,
    clock,
  };
  const client = createCenterClient(options);
  const outbox = createOutbox({ ...SENDING, store, center: client, clock, owner: 'heir' });
  // The file is held by one process at a time, so the lease of the killed one is not waited for.
  expect(await outbox.deliverDue()).toBe(1);
  expect(await store.listOutbox({})).toMatchObject([{ state: 'delivered', repeat: true, attempts: 2 }]);
  expect(center.taskCalls).toHaveLength(2);
  await outbox.close();
  await client.close();
  await store.close();
});

it('lets its process end when it is closed', async () => {
  const child = await startChild(CHILD, path, center.url);
  expect(await child.nextLine()).toBe('delivered');
  expect(await child.end()).toBe(0);
});
