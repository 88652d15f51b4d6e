/**
 * Events and processes that a service finds itself: an order that its broker has received starts an instance, and a call
 * names the process that it calls when a token reaches it. The table is a Map, as in engine-host.ts.
 */
import { prepareProcesses } from 'bpmn-transaction-bridge/model';
import { createEngineHost, type InstanceChange, type StoredJob } from 'bpmn-transaction-bridge/plugin';

const bpmn = (process: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="orders" targetNamespace="https://shop.example"
  xmlns:ttc="http://bpmn-transaction-bridge/schema/ttc/1.0">
  <message id="order" name="order" />
  ${process}
</definitions>`;
/** Somebody writes an order, or it comes as a message; then the check runs that the variable `check` names. */
const ORDER = bpmn(`<process id="order-process" isExecutable="true">
    <startEvent id="by-hand" />
    <sequenceFlow id="f1" sourceRef="by-hand" targetRef="write" />
    <userTask id="write" ttc:handlers="\${initiator}" />
    <sequenceFlow id="f2" sourceRef="write" targetRef="check" />
    <startEvent id="by-message"><messageEventDefinition messageRef="order" /></startEvent>
    <sequenceFlow id="f3" sourceRef="by-message" targetRef="check" />
    <callActivity id="check" calledElement="\${check}" />
    <sequenceFlow id="f4" sourceRef="check" targetRef="end" />
    <endEvent id="end" />
  </process>`);
const CREDIT = bpmn(`<process id="credit-check" isExecutable="true">
    <startEvent id="start" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="look" />
    <userTask id="look" name="Check credit" ttc:handlers="bo" />
    <sequenceFlow id="f2" sourceRef="look" targetRef="end" />
    <endEvent id="end" />
  </process>`);

const table = new Map<string, InstanceChange>();
const jobs = new Map<string, StoredJob>();
/** Processes by their ids; in a service, another table. */
const processes = new Map<string, string>();

const host = createEngineHost({
  plugin: {
    appId: 'orders',
    identity: 'trust-center',
    actionUrl: (taskId, { key }) => `https://shop.example/tasks/${taskId}/${key}`,
    defaults: { systemHandler: 'shop' },
  },
  load: (instanceId) => table.get(instanceId),
  save(change) {
    if ((table.get(change.instanceId)?.revision ?? 0) !== change.revision - 1) return false;
    table.set(change.instanceId, change);
    for (const job of change.jobs) jobs.set(job.jobId, job);
    for (const jobId of change.jobsGone) jobs.delete(jobId);
    for (const { item } of change.reports)
      console.log(item.previousTaskId, item.status, item.next?.[0]?.nodeName ?? '');
    return true;
  },
  findProcess: ({ processId }) => processes.get(processId),
});

const [order] = await prepareProcesses(ORDER);
if (!order) throw new Error('The file has no process.');

// The broker of the service has received the message "order" with the key 7.
const { problems } = await host.start({
  source: order.xml,
  instanceId: 'order-7',
  startNodeId: 'by-message',
  businessKey: '7',
  variables: { check: 'credit-check' },
});
for (const { elementId, reason } of problems) console.log(`${elementId}: ${reason}`);

for (const job of jobs.values()) {
  console.log(job.kind, job.service);
  await host.runJob(job).catch((error: Error) => console.log(error.message));
}
// Nothing was saved: the job is there until its process is.
processes.set('credit-check', CREDIT);
for (const job of jobs.values()) await host.runJob(job);

await host.press('order-7.1', { account: 'bo' });
console.log((await host.read('order-7'))?.instance?.status);
