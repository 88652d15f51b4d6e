/**
 * For a service that owns a bpmn-engine `Engine` and its persistence: the plugin translates, the service delivers the
 * reports and stores the states. Here half of the approval runs, is stored, and continues in another engine.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Engine } from 'bpmn-engine';
import { createPlugin, type MessageSendRequest, type TaskHandlingItem } from 'bpmn-transaction-bridge/plugin';

const source = await readFile(join(import.meta.dirname, '../processes/leave-approval.bpmn'), 'utf8');

/** The reports to deliver to the center, in this order, each at least once. */
const outbox: TaskHandlingItem[] = [];
/** The messages to send by the message center, each at least once. */
const messages: MessageSendRequest[] = [];

function createEngine() {
  const plugin = createPlugin({
    appId: 'approvals',
    instanceId: 'leave-7',
    initiator: 'anna',
    actionUrl: (taskId, { key }) => `https://leave.example/tasks/${taskId}/${key}`,
    onReports: (items) => outbox.push(...items),
    onMessages: (sent) => messages.push(...sent),
  });
  const engine = new Engine({ name: 'leave', source, ...plugin.engineOptions });
  return { plugin, engine };
}

const first = createEngine();
await first.engine.execute({ listener: first.plugin.listener, variables: { manager: 'bo', days: 2 } });
await first.plugin.press('leave-7.1', { account: 'anna' });
const stored = { plugin: first.plugin.snapshot(), engine: JSON.stringify(await first.engine.getState()) };
await first.engine.stop();

const second = createEngine();
second.plugin.recover(stored.plugin);
second.engine.recover(JSON.parse(stored.engine));
await second.engine.resume({ listener: second.plugin.listener });
const verdict = await second.plugin.press('leave-7.2', { account: 'bo', action: 'manager-approves' });
console.log(`${verdict.kind}: ${verdict.message}`);

for (const { previousTaskId, status, next = [] } of outbox) {
  console.log(previousTaskId, status, ...next.map(({ taskId, nodeName }) => `${taskId} ${nodeName}`));
}
for (const { sendId, toPersons, data } of messages) console.log(sendId, toPersons, data.title);
