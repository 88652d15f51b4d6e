/**
 * Each part of the plugin alone, without a bridge and without an engine: signed addresses, the client of the center, what
 * its answers mean, and the callbacks. The center is the sandbox.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CallbackPress,
  composeCalls,
  composeTaskStatus,
  judgeReports,
  openCallbacks,
  openCenter,
  type Report,
  type TaskView,
  toNodeListener,
} from 'bpmn-transaction-bridge/plugin';
import { createSandbox } from 'bpmn-transaction-bridge/sandbox';

const sandbox = await createSandbox();
const pressed: CallbackPress[] = [];
/** Rows of tasks, such as `save` of an engine host gets them: here there is none. */
const rows: TaskView[] = [];
const server = createServer(toNodeListener((request) => callbacks.fetch(request))).listen(0);
await once(server, 'listening');

// Addresses, and what the center calls at them: verified and decoded.
const callbacks = await openCallbacks({
  appId: 'approvals',
  publicUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  signingKeys: [{ id: 'k1', secret: 'a secret of at least thirty-two bytes' }],
  cipher: { kind: 'none' },
  idToken: { jwksUrl: sandbox.jwksUrl, algorithms: ['ES256'], issuer: sandbox.authUrl, audience: null },
  async press(_taskId, press) {
    pressed.push(press);
    return { kind: 'applied', message: 'Thank you.' };
  },
  answerStatus: async (taskIds) => composeTaskStatus(taskIds, rows, { appId: 'approvals' }),
});
const url = callbacks.actionUrl('order-1.1', { key: 'approve' });
console.log('signed:', callbacks.readActionUrl(url), callbacks.readActionUrl(`${url}x`));

// The client of the center.
const center = await openCenter({
  baseUrl: sandbox.baseUrl,
  authUrl: sandbox.authUrl,
  clientId: 'approvals-client',
  clientSecret: 'approvals-secret',
});
const task = { taskId: 'order-1.1', nodeId: 'check', nodeName: 'Check', handlers: 'bo', transTypeCode: 'orders' };
const action = { name: 'Approve', type: 'HANDLE', url, optType: 0, method: 'post', nextNodeKey: 'done' } as const;
const report: Report = {
  kind: 'bootstrap',
  reason: 'The order began.',
  item: {
    ...{ appId: 'approvals', handler: 'anna', previousTaskId: 'order-1.start', status: 'next' },
    next: [{ ...task, transTypeName: 'Orders', autoCreateTransType: true, actions: [action] }],
  },
};
const outcome = await center.handleTasks([report.item]);

// The center does not know "order-1.start", as it should not: the same code is an error in other reports.
console.log('answered:', outcome.kind === 'answered' && outcome.errors.map(({ code }) => code));
console.log('judged:', judgeReports([{ report }], outcome));
console.log('judged:', judgeReports([{ report: { ...report, kind: 'handled' } }], outcome)[0]?.outcome);

// Two reports that name one task must not share a call: an answer would not say which of them it means.
const handled: Report = {
  kind: 'handled',
  reason: 'Bo pressed Approve.',
  item: { appId: 'approvals', handler: 'bo', previousTaskId: 'order-1.1', status: 'end' },
};
console.log('calls:', composeCalls([{ report }, { report: handled }]).length);

const answer = await sandbox.press('order-1.1', { account: 'bo', action: 'Approve', opinions: 'Fine.' });
console.log('pressed:', answer.status, pressed[0]?.actionKey, pressed[0]?.account, pressed[0]?.opinions);

// Asked at night, or when somebody opens the task.
sandbox.setStatusUrl('approvals', callbacks.statusUrl());
const [asked] = await sandbox.runNightly();
console.log('asked:', asked?.states);

await center.close();
await sandbox.close();
server.close();
