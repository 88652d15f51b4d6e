import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCenterClient } from '../../src/center/create-center-client.ts';
import type { CenterClient } from '../../src/center/port.ts';
import type { NextTaskItem, TaskHandlingItem } from '../../src/index.ts';
import { createOutbox, type Outbox } from '../../src/outbox/create-outbox.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { anInstance, aStep, DEFINITION, NOON } from '../store/rows.ts';
import { SENDING } from '../support/sending.ts';

/** A way to the sandbox that loses the first answer to a taskHandle call, after the work is done. */
interface LossyWay {
  readonly url: string;
  close(): Promise<void>;
}

let now: number;
let sandbox: Sandbox;
let way: LossyWay | undefined;
let client: CenterClient;
let store: Store;
let outbox: Outbox;

beforeEach(() => {
  now = NOON;
  way = undefined;
});
afterEach(async () => {
  await outbox.close();
  await client.close();
  await store.close();
  await way?.close();
  await sandbox.close();
});

async function connect(options: SandboxOptions, isLossy: boolean): Promise<void> {
  const clock = () => now;
  sandbox = await createSandbox({ ...options, clock });
  way = isLossy ? await openLossyWay(sandbox.baseUrl) : undefined;
  const credentials = { clientId: 'approvals-client', clientSecret: 'approvals-secret' };
  client = createCenterClient({
    baseUrl: way?.url ?? sandbox.baseUrl,
    authUrl: sandbox.authUrl,
    ...credentials,
    timeoutMs: 10_000,
    clock,
  });
  store = await openStore('sqlite::memory:');
  outbox = createOutbox({ ...SENDING, store, center: client, clock, owner: 'outbox' });
  await store.putDefinitions([DEFINITION]);
}

async function openLossyWay(target: string): Promise<LossyWay> {
  let isFirst = true;
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' };
    const answer = await fetch(`${target}${request.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) });
    const text = await answer.text();
    if (isFirst) response.socket?.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    isFirst = false;
  }
  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function task(taskId: string, handlers: string): NextTaskItem {
  return { taskId, handlers, nodeId: taskId, nodeName: taskId, transTypeCode: 'leave', initiator: 'anna' };
}

function next(previousTaskId: string, handler: string, ...created: NextTaskItem[]): TaskHandlingItem {
  return { appId: 'approvals', handler, status: 'next', previousTaskId, next: created };
}

const states = async () => (await store.listOutbox({})).map((row) => row.state);
const pending = (account: string) => sandbox.pending(account).map((listed) => listed.taskId);

it('carries a transaction from its first task to its end', async () => {
  await connect({}, false);
  const end: TaskHandlingItem = { appId: 'approvals', handler: 'bo', status: 'end', previousTaskId: 't2' };
  await store.commitStep(
    aStep({
      instance: anInstance('i-1'),
      reports: [
        { kind: 'bootstrap', item: next('i-1.start', 'anna', task('t1', 'anna')), reason: 'the start' },
        { kind: 'handled', item: next('t1', 'anna', task('t2', 'bo')), reason: 'it led to t2' },
      ],
    }),
  );
  await outbox.deliverDue();
  expect(await states()).toEqual(['delivered', 'delivered']);
  expect([pending('anna'), pending('bo')]).toEqual([[], ['t2']]);
  await store.commitStep(
    aStep({
      instance: anInstance('i-1'),
      baseRevision: 1,
      reports: [{ kind: 'handled', item: end, reason: 'it ended' }],
    }),
  );
  await outbox.deliverDue();
  expect(await states()).toEqual(['delivered', 'delivered', 'delivered']);
  expect(pending('bo')).toEqual([]);
});

it.each([
  ['ignore', 'delivered'],
  ['refuse', 'unconfirmed'],
] as const)(
  'creates a task once when the answer was lost: a center that would %s it again makes it %s',
  async (duplicateTaskId, state) => {
    await connect({ switches: { duplicateTaskId } }, true);
    await store.commitStep(
      aStep({
        instance: anInstance('i-1'),
        reports: [{ kind: 'bootstrap', item: next('i-1.start', 'anna', task('t1', 'anna')), reason: 'the start' }],
      }),
    );
    await outbox.deliverDue();
    expect(await store.listOutbox({})).toMatchObject([{ state: 'pending', repeat: true }]);
    now = (await outbox.nextDueAt()) ?? now;
    await outbox.deliverDue();
    expect(await states()).toEqual([state]);
    expect(pending('anna')).toEqual(['t1']);
  },
);
