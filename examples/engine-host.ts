/**
 * Many instances in a table of your own: here the table is a Map. A press loads one instance, applies one step and saves
 * everything that it changed by one call; reports and services wait until it is saved.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngineHost, type InstanceChange, type StoredJob } from 'bpmn-transaction-bridge/plugin';

const source = await readFile(join(import.meta.dirname, '../processes/purchase.bpmn'), 'utf8');

const table = new Map<string, InstanceChange>();
const outbox: InstanceChange['reports'][number][] = [];
const jobs = new Map<string, StoredJob>();

const host = createEngineHost({
  plugin: {
    appId: 'approvals',
    identity: 'trust-center',
    actionUrl: (taskId, { key }) => `https://shop.example/tasks/${taskId}/${key}`,
    services: { 'place-order': async ({ variables }) => ({ orderId: `order of ${variables.item}` }) },
  },
  load: (instanceId) => table.get(instanceId),
  save(change) {
    // In a database: one transaction. Nothing is written unless the revision is the next one.
    if ((table.get(change.instanceId)?.revision ?? 0) !== change.revision - 1) return false;
    table.set(change.instanceId, change);
    outbox.push(...change.reports);
    for (const job of change.jobs) jobs.set(job.jobId, job);
    for (const jobId of change.jobsGone) jobs.delete(jobId);
    return true;
  },
});

const variables = { item: 'a desk', price: 300, signers: ['chen', 'dara'] };
await host.start({ source, instanceId: 'desk', initiator: 'anna', variables });
await host.press('desk.1', { account: 'anna' });
await host.press('desk.2', { account: 'emil' });
await host.press('desk.3', { account: 'fatima' });
// Both sign at once: one of them loses the race, and is applied to what the other one saved.
const verdicts = await Promise.all([
  host.press('desk.4', { account: 'chen' }),
  host.press('desk.5', { account: 'dara' }),
]);
console.log(verdicts.map(({ kind }) => kind).join(', '));
for (const job of jobs.values()) await host.runJob(job);

for (const { reportId, item } of outbox) {
  console.log(reportId, item.previousTaskId, item.status, ...(item.next ?? []).map(({ taskId }) => taskId));
}
const [status] = await host.answerStatus(['desk.5']);
console.log(status?.taskId, status?.taskStatus, (await host.read('desk'))?.instance?.status);
