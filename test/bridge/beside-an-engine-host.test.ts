/** From the plugin to the bridge: both behind one address, as docs/plugin.md says, with one instance in each. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bridge, createBridge } from '../../src/index.ts';
import { createEngineHost, type EngineHost, openCallbacks, openCenter } from '../../src/plugin/index.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { draw } from '../support/draw.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { type FetchServer, serveFetch } from '../support/serve-fetch.ts';

const source = draw({ people: { a: 'anna', b: 'bo' }, paths: 'start > a > b > end' });
const APP = { appId: 'approvals', clientId: 'approvals-client', clientSecret: 'approvals-secret' };
const SIGNED = { signingKeys: [{ id: 'k1', secret: 'k'.repeat(32) }], cipher: { kind: 'none' } } as const;

let sandbox: Sandbox;
let server: FetchServer;
let bridge: Bridge;
let host: EngineHost;
let processId: string;
const store = createMemoryStore();
/** Reports of the host, delivered by the test. */
let delivered = 0;

const isOfHost = async (taskId: string) => (await store.load(taskId.replace(/\.\d+$/, ''))) !== undefined;

beforeAll(async () => {
  sandbox = await createSandbox();
  server = await serveFetch((request) => answer(request));
  const callbacks = await openCallbacks({
    ...{ ...SIGNED, appId: APP.appId, publicUrl: server.origin, idToken: 'trust-center' },
    press: (taskId, press) => host.press(taskId, press),
  });
  host = createEngineHost({
    ...{ load: store.load, save: store.save },
    plugin: { appId: APP.appId, identity: 'trust-center', actionUrl: callbacks.actionUrl },
  });
  bridge = await createBridge({
    center: { baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl, ...APP },
    callback: { ...SIGNED, publicUrl: server.origin, idToken: 'trust-center' },
    identity: 'trust-center',
    store: 'sqlite::memory:',
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  processId = (await bridge.deploy(source)).processId;

  async function answer(request: Request): Promise<Response> {
    const button = callbacks.readActionUrl(request.url);
    if (button) return (await isOfHost(button.taskId)) ? callbacks.fetch(request) : bridge.fetch(request);
    const response = await bridge.fetch(request);
    if (!response.ok) return response;
    const { data, ...rest } = (await response.json()) as { data: { taskId: string }[] };
    const entries = data.map(async (entry) => {
      const [own] = (await isOfHost(entry.taskId)) ? await host.answerStatus([entry.taskId]) : [];
      return own ?? entry;
    });
    return Response.json({ ...rest, data: await Promise.all(entries) });
  }
});

afterAll(async () => {
  await bridge.close();
  await server.close();
  await sandbox.close();
});

/** Delivers what the host has saved, as its outbox would. */
async function deliver(): Promise<void> {
  const { clientId, clientSecret } = APP;
  const center = await openCenter({ baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl, clientId, clientSecret });
  const reports = store.changes.flatMap((change) => change.reports);
  for (const { item } of reports.slice(delivered)) await center.handleTasks([item]);
  delivered = reports.length;
  await center.close();
}

test('each press reaches the side that has its task, and the center sees no difference', async () => {
  await host.start({ source, instanceId: 'old', initiator: 'anna' });
  await deliver();
  const { instanceId } = await bridge.start(processId, { initiator: 'anna' });
  await bridge.idle();
  for (const [account, nodeId] of [
    ['anna', 'a'],
    ['bo', 'b'],
  ] as const) {
    const tasks = sandbox.pending(account);
    expect(tasks.map((task) => [task.nodeId, task.nodeName])).toEqual([
      [nodeId, nodeId],
      [nodeId, nodeId],
    ]);
    for (const { taskId, buttons } of tasks) {
      const pressed = await sandbox.press(taskId, { account, action: buttons[0]?.name ?? '' });
      expect(pressed.body).toMatchObject({ code: 0 });
    }
    await deliver();
    await bridge.idle();
  }
  expect(sandbox.transactions().map(({ conclusions }) => conclusions.length)).toEqual([1, 1]);
  expect((await bridge.instances.get(instanceId))?.status).toBe('ended');
});

test('one status address answers for both', async () => {
  await host.start({ source, instanceId: 'older', initiator: 'anna' });
  const [, press] = await Promise.all([deliver(), host.press('older.1', { account: 'anna' })]);
  expect(press.kind).toBe('applied');
  const { instanceId } = await bridge.start(processId, { initiator: 'anna' });
  await bridge.idle();
  const response = await fetch(bridge.statusUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskIds: ['older.1', `${instanceId}.1`, 'older.2', 'old.2'] }),
  });
  const { code, data } = (await response.json()) as { code: number; data: { taskId: string; taskStatus: string }[] };
  expect([code, ...data.map(({ taskStatus }) => taskStatus)]).toEqual([
    ...[0, 'FINISH', 'IN_PROGRESS', 'IN_PROGRESS', 'FINISH'],
  ]);
});
