/**
 * A leave approval from its diagram to the transaction center and back: `npm run example`.
 *
 * Everything is real except the center, which is the sandbox: the bridge reports to it over HTTP, and it calls the bridge
 * over HTTP when somebody presses a button. Pass another diagram to see the difference: the example ends with exit
 * code 1 at the first report that differs from the expected one.
 */
import { basename, join } from 'node:path';
import { createBridge } from 'bpmn-transaction-bridge';
import { createSandbox } from 'bpmn-transaction-bridge/sandbox';
import {
  expectSame,
  listPending,
  printClosing,
  printMoment,
  printTitle,
  readMessages,
  readReports,
} from './leave-timeline.ts';
import { serveBridge } from './serve-bridge.ts';

const diagram = process.argv[2] ?? join(import.meta.dirname, '../processes/leave-approval.bpmn');

const people = {
  accounts: [
    { account: 'anna', name: 'Anna Berg' },
    { account: 'bo', name: 'Bo Lindqvist' },
    { account: 'dara', name: 'Dara Okafor' },
    { account: 'emil', name: 'Emil Novak' },
  ],
  groups: [{ id: 'directors', name: 'Directors', members: ['dara', 'emil'] }],
};

function isMember(group: string, account: string): boolean {
  return people.groups.some(({ id, members }) => id === group && members.includes(account));
}

/** Who presses which button, and the expected report: the task, its status, the next tasks. */
const story = [
  { who: 'anna', button: 'Submit', says: 'The first week of June.', report: 'Apply → next → Manager approval' },
  { who: 'bo', button: 'Reject', says: 'Who stands in for you?', report: 'Manager approval → next → Apply' },
  { who: 'anna', button: 'Submit', says: 'Emil does.', report: 'Apply → next → Manager approval' },
  { who: 'bo', button: 'Approve', says: 'Good.', report: 'Manager approval → next → Director approval' },
  { who: 'dara', button: 'Approve', says: 'Enjoy it.', report: 'Director approval → end' },
];

/** The example has its own clock, so that its output is always the same. */
let now = Date.parse('2025-05-05T09:00:00+08:00');
const clock = () => now;

const sandbox = await createSandbox({ directory: people, clock });
const server = await serveBridge((request) => bridge.fetch(request));
const bridge = await createBridge({
  center: {
    baseUrl: sandbox.baseUrl,
    authUrl: sandbox.authUrl,
    clientId: 'approvals-client',
    clientSecret: 'approvals-secret',
    appId: 'approvals',
  },
  callback: {
    publicUrl: server.url,
    signingKeys: [{ id: 'k1', secret: 'known to every reader of this file' }],
    cipher: { kind: 'none' },
    idToken: { jwksUrl: sandbox.jwksUrl, algorithms: ['ES256'], issuer: sandbox.authUrl, audience: null },
  },
  identity: { isMember },
  store: 'sqlite::memory:',
  defaults: { handleLabel: 'Submit' },
  clock,
});

let reports: string[] = [];
let messages: string[] = [];

/** Prints the result of an event, and fails unless the center got the expected report. */
async function showMoment(event: string, expected: string): Promise<void> {
  await bridge.idle();
  const all = readReports(sandbox);
  const told = all.slice(reports.length);
  reports = all;
  const allMessages = readMessages(sandbox, people.accounts);
  printMoment(now, event, told, listPending(sandbox, people.accounts), allMessages.slice(messages.length));
  messages = allMessages;
  expectSame('The report', [expected], told);
}

try {
  await bridge.deploy(diagram);
  printTitle(`A long leave, from ${basename(diagram)} to the transaction center and back`);
  const { instanceId } = await bridge.start('leave-approval', {
    initiator: 'anna',
    businessKey: 'LEAVE-7',
    variables: { manager: 'bo', days: 5 },
  });
  await showMoment('Anna Berg wants to take five days of leave', '(start) → next → Apply');

  for (const { who, button, says, report } of story) {
    now += 25 * 60_000;
    const name = people.accounts.find(({ account }) => account === who)?.name;
    const [task] = sandbox.pending(who);
    if (!task) throw new Error(`${name} has nothing pending to press ${button} on.`);
    await sandbox.press(task.taskId, { account: who, action: button, opinions: says });
    await showMoment(`${name} presses ${button} on ${task.nodeName}: "${says}"`, report);
  }

  printClosing(sandbox, people.accounts);
  const instance = await bridge.instances.get(instanceId);
  const outbox = await bridge.outbox.list({ instanceId });
  expectSame('What is left to do', [], listPending(sandbox, people.accounts));
  expectSame('The state of the instance', ['ended'], [`${instance?.status}`]);
  expectSame('The message', ['Anna Berg: Your leave is approved. 5 days, decided by dara.'], messages);
  expectSame(
    'The delivery',
    Array(reports.length).fill('delivered'),
    outbox.map(({ state }) => state),
  );
  console.log(`\nAll ${reports.length} reports were what the process says, and the center took each of them.`);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await bridge.close();
  await server.close();
  await sandbox.close();
}
