import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { TrafficEntry } from '../../src/sandbox/index.ts';
import { TOKEN_PATH } from '../support/inner/protocol.ts';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, list, row } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

/** What a shell has to be told apart in, and a person may write. */
const OPINION = `It's "fine" – $HOME \`date\` \\ 好的!`;

const run = promisify(execFile);

/** What the shell prints for it. */
async function runCommand(command: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', command]);
  return stdout;
}

const copyCurl = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
};

/** How many there are once they are fewer; while they are fetched there is none. */
async function countFewer(calls: Locator, before: number): Promise<number> {
  let count = 0;
  await eventually(async () => {
    count = await calls.count();
    return count > 0 && count < before;
  }).toBe(true);
  return count;
}

/** The report of the manager's decision, of one of two leaves. */
async function decideLeave(inbox: Inbox): Promise<TrafficEntry> {
  for (const key of ['LEAVE-1', 'LEAVE-2']) {
    const instanceId = await inbox.begin('leave-approval', 'anna', key, { manager: 'bo', days: 5 });
    const { taskId } = inbox.pending('anna', 'apply');
    await inbox.center.press(taskId, { account: 'anna', action: 'Submit', opinions: key });
    await inbox.bridge.idle();
    expect((await inbox.bridge.instances.get(instanceId))?.status).toBe('running');
  }
  await inbox.handle('bo', 'manager-approval', 'Approve', OPINION);
  const report = inbox.center.traffic.findLast(({ call }) => call === 'taskHandle');
  if (report === undefined) throw new Error('there is no report');
  return report;
}

const previousOf = ({ body }: TrafficEntry) => (body as { previousTaskId: string }[])[0]?.previousTaskId;

describe('the traffic', () => {
  const pages = usePages();

  test('a call is shown decoded, with the reason for it', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 5 });
    await inbox.handle('anna', 'apply', 'Submit', OPINION);
    const page = await pages.open(inbox, '/anna/traffic');
    await row(page, 'Calls', /Apply is handled; next: Manager approval/).click();
    const call = detail(page);
    await call.getByRole('heading', { name: 'Apply is handled; next: Manager approval' }).waitFor();
    const [, report] = await inbox.bridge.explain(instanceId);
    await call.getByRole('region', { name: 'Why it was sent' }).getByText(String(report?.reason)).waitFor();
    const request = call.getByRole('region', { name: 'Request' });
    await eventually(() => request.innerText()).toContain(JSON.stringify(OPINION));
    await eventually(() => call.getByRole('region', { name: 'Answer' }).innerText()).toContain('"code": 0');

    // What a person pressed went out encrypted, and is read all the same.
    await row(page, 'Calls', /^Out.*Anna Berg pressed/s).click();
    await call.getByRole('heading', { name: 'Anna Berg pressed Submit · Apply' }).waitFor();
    await eventually(() => request.innerText()).toContain(JSON.stringify(OPINION));
    await call.getByText('Shown as it was before encryption.').waitFor();
    await call.getByRole('link', { name: 'Open the task' }).click();
    await page.getByRole('heading', { name: 'Apply', level: 2 }).waitFor();
  });

  test('is filtered by transaction, direction, kind and words, and new calls appear automatically', async () => {
    const inbox = await pages.start();
    await decideLeave(inbox);
    const page = await pages.open(inbox, '/anna/traffic');
    const calls = list(page, 'Calls').getByRole('link');
    await calls.first().waitFor();
    const all = await calls.count();
    expect(all).toBe(inbox.center.traffic.length);

    await page
      .getByRole('combobox', { name: 'Transaction' })
      .selectOption({ label: 'LEAVE-1 · 5-day leave of Anna Berg' });
    const ofOne = await countFewer(calls, all);
    expect(await calls.filter({ hasText: 'Starts with: Apply' }).count()).toBe(1);
    const address = page.url();

    await page
      .getByRole('combobox', { name: 'Direction' })
      .selectOption({ label: 'Out: the center calls the business system' });
    await countFewer(calls, ofOne);
    for (const call of await calls.allInnerTexts()) expect(call).toContain('Button');
    await page.getByRole('combobox', { name: 'Direction' }).selectOption({ label: 'In and out' });
    await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Task handling' });
    await page.getByRole('searchbox').fill('nothing of that kind');
    await page.getByText('No matching calls').waitFor();
    const one = inbox.center.traffic.findLast(({ call, fault }) => call === 'taskHandle' && fault === undefined)?.seq;
    await page.getByRole('searchbox').fill(`#${one}`);
    await eventually(() => calls.filter({ hasText: `#${one}` }).count()).toBe(1);
    await page.getByRole('searchbox').fill('manager-approval');
    await eventually(() => calls.filter({ hasText: 'next: Manager approval' }).count()).toBe(1);

    const shared = await pages.open(inbox, address.split('#')[1]);
    await eventually(() => list(shared, 'Calls').getByRole('link').count()).toBe(ofOne);
    const open = inbox.center.pending('dara').find(({ serialNumber }) => serialNumber === 'LEAVE-1');
    const other = inbox.center.pending('bo').find(({ serialNumber }) => serialNumber === 'LEAVE-1');
    const [account, taskId = ''] = open === undefined ? ['bo', other?.taskId] : ['dara', open.taskId];
    await inbox.center.press(taskId, { account, action: 'Reject', opinions: 'Who stands in for you?' });
    await row(shared, 'Calls', /approval is handled; next: Apply/).waitFor();
  });

  test('a call is copied as a command that runs and makes the same call, whatever characters its texts contain', async () => {
    const inbox = await pages.start();
    const report = await decideLeave(inbox);
    const pressed = inbox.center.traffic.findLast(({ call }) => call === 'button');
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await pages.open(inbox, `/anna/traffic/calls/all/${report.seq}`, { permissions });
    const command = await copyCurl(page);
    expect(command).toContain(new URL(inbox.center.baseUrl).origin);
    expect(JSON.parse(await runCommand(command))).toMatchObject({
      code: 0,
      data: { errorIds: [{ code: 2005, taskId: previousOf(report) }, { code: 500 }] },
    });
    const again = inbox.center.traffic.at(-1);
    expect(again).toMatchObject({ call: 'taskHandle', status: 200, path: report.path, body: report.body });

    // The center has handled it before, which is no failure of a repeat.
    const repeat = row(page, 'Calls', new RegExp(`#${again?.seq} `));
    await eventually(() => repeat.innerText()).toContain('Accepted');
    await repeat.click();
    await detail(page).getByText('The errors are correct here: an earlier call has the same report.').waitFor();

    // A repeat of what the transaction began with says that alone: it has created nothing.
    const beginning = inbox.center.traffic.find(({ call }) => call === 'taskHandle');
    await row(page, 'Calls', new RegExp(`#${beginning?.seq} `)).click();
    await detail(page).getByText('2004 is correct here').waitFor();
    await runCommand(await copyCurl(page));
    await row(page, 'Calls', new RegExp(`#${inbox.center.traffic.at(-1)?.seq} `)).click();
    await detail(page).getByText('The errors are correct here: an earlier call has the same report.').waitFor();
    expect(await detail(page).getByText('2004 is correct here').count()).toBe(0);

    // A press is encrypted and signed by the center, and counts once.
    await row(page, 'Calls', new RegExp(`#${pressed?.seq} `)).click();
    await detail(page)
      .getByRole('heading', { name: /^Bo Lindqvist pressed Approve/ })
      .waitFor();
    const reply = JSON.parse(await runCommand(await copyCurl(page)));
    expect(reply).toMatchObject({ status: 200, taken: true, uuid: pressed?.headers.uuid });
    await inbox.bridge.idle();
    const repeated = inbox.center.traffic.at(-1);
    expect(repeated).toMatchObject({ call: 'button', path: pressed?.path, body: pressed?.body });
    await row(page, 'Calls', new RegExp(`#${repeated?.seq} .*Accepted before`, 's')).waitFor();
    expect(inbox.center.pending('dara').map(({ nodeId }) => nodeId)).toEqual(['director-approval']);
    const { taskId } = inbox.pending('dara', 'director-approval');
    await inbox.center.press(taskId, { account: 'dara', action: 'Reject', opinions: OPINION });
    await inbox.bridge.idle();
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Failed');
    await page.getByText('No matching calls').waitFor();
  });

  test('a press that was read and refused is told as that, with the answer', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-1', { subject: 'Cleaning', reviewer: 'dara', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    await inbox.center.press(inbox.pending('dara', 'review').taskId, {
      ...{ account: 'dara', action: 'Hand to the manager' },
    });
    const page = await pages.open(inbox, '/dara/traffic');
    await row(page, 'Calls', /Dara Okafor pressed Hand to the manager.*Not possible \(400\)/s).click();
    await detail(page)
      .getByText('The business system refused the press; its message is in the answer. Nothing was done.')
      .waitFor();
  });

  test('a filter searches the earlier calls too, and says how far back', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 5 });
    const token = `${inbox.center.authUrl}${TOKEN_PATH}`;
    const ask = (times: number) => Promise.all(Array.from({ length: times }, () => fetch(token, { method: 'POST' })));
    // More than a page before those that fit, and more than one search.
    for (let asked = 0; asked < 1_200; asked += 50) await ask(50);
    const page = await pages.open(inbox, '/bo/traffic/calls', { mayBeRefused: true });
    const calls = list(page, 'Calls').getByRole('link');
    await eventually(() => calls.count()).toBe(100);
    expect(await row(page, 'Calls', /LEAVE-1/).count()).toBe(0);
    const outcome = page.getByRole('combobox', { name: 'Outcome' });
    await outcome.selectOption('Failed');
    await page.getByText(/^Searched back to #\d+, \d\d:\d\d:\d\d/).waitFor();
    await outcome.selectOption('All outcomes');
    await page.getByRole('searchbox').fill('starts with');
    await row(page, 'Calls', /LEAVE-1/).waitFor();
    await eventually(() => page.getByText('Searching the earlier calls').count()).toBe(0);
    await page.getByRole('searchbox').fill('no such word');
    await page.getByText('No matching calls').waitFor();
    expect(await page.getByText('Searched back to').count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Show earlier calls' }).click();
    await eventually(() => calls.count()).toBe(200);
  });

  test('a question about many tasks names those of the transaction, with what was answered', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 5 });
    await inbox.begin('purchase', 'anna', 'PURCHASE-1', { item: 'Lamp', price: 20, signers: ['bo'] });
    await inbox.handle('anna', 'apply', 'Submit');
    await inbox.center.runNightly();
    const { transactionId } = inbox.pending('bo', 'manager-approval');
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await pages.open(inbox, `/anna/traffic/calls/${transactionId}`, { permissions });
    await row(page, 'Calls', /The center asks for the state of Manager approval and 1 other task/).click();
    const asked = detail(page).getByRole('region', { name: 'Tasks it asks about' });
    await asked
      .getByRole('listitem')
      .filter({ hasText: 'Manager approval · Bo Lindqvist LEAVE-1' })
      .getByText('IN_PROGRESS')
      .waitFor();
    await eventually(() => asked.getByText('PURCHASE-1').isVisible()).toBe(false);
    await asked.getByText('1 task of another transaction').click();
    await asked.getByText('PURCHASE-1').waitFor();

    expect(JSON.parse(await runCommand(await copyCurl(page)))).toMatchObject({ code: 0, data: [{}, {}] });

    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Hit by a fault');
    await page.getByText('No matching calls').waitFor();
  });
});

describe('a report that the center has refused', () => {
  const pages = usePages();

  test.each([
    { fault: { fault: 'http-error-before', status: 500 }, outcome: 'HTTP 500' },
    { fault: { fault: 'item-failure', code: 2004 }, outcome: '1 item failed' },
  ] as const)('with $outcome is told with its reason, and is no beginning', async ({ fault, outcome }) => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/traffic/calls');
    inbox.center.faults.set({ rules: [{ ...fault, calls: ['taskHandle'], next: 1 }] });
    await inbox.center.press(inbox.pending('anna', 'apply').taskId, { account: 'anna', action: 'Submit' });
    const call = list(page, 'Calls').getByRole('link').filter({ hasText: outcome });
    await call.getByText('Apply is handled; next: Manager approval').waitFor();
    await call.click();
    await detail(page)
      .getByText(/^"Apply" .* led to "Manager approval"/)
      .waitFor();
  });
});

describe('the traffic after a restart of the sandbox', () => {
  const pages = usePages();

  test('begins again: the calls are those of the new run', async () => {
    const inbox = await pages.start();
    for (const key of ['LEAVE-1', 'LEAVE-2'])
      await inbox.begin('leave-approval', 'anna', key, { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/bo/traffic/calls', { mayBeRefused: true });
    const calls = list(page, 'Calls').getByRole('link');
    await calls.filter({ hasText: 'LEAVE-2' }).first().waitFor();
    await inbox.stopCenter();
    await inbox.startCenter();
    await calls.filter({ hasText: 'LEAVE-2' }).first().waitFor({ state: 'detached' });
    await inbox.begin('leave-approval', 'anna', 'LEAVE-3', { manager: 'bo', days: 1 });
    await calls.filter({ hasText: 'LEAVE-3' }).first().waitFor();
  });
});

describe('faults', () => {
  const pages = usePages();

  test('a fault is switched on and strikes once; the person who presses does not notice it, and the process ends correctly', async () => {
    const inbox = await pages.start();
    const instanceId = await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.handle('anna', 'apply', 'Submit');
    const page = await pages.open(inbox, '/bo/traffic/faults');
    await page.getByRole('button', { name: 'Set up reset-after' }).click();
    await page.getByRole('spinbutton', { name: 'How many calls' }).fill('1');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'reset-after' })
      .getByRole('button', { name: 'Switch on', exact: true })
      .click();
    const banner = page.getByRole('region', { name: 'Switched on' });
    await banner.getByText('Faults are on: reset-after (1 to go)').waitFor();

    await page.getByRole('link', { name: /^Inbox/ }).click();
    await row(page, 'Pending tasks', 'Manager approval').click();
    await banner.waitFor();
    await decide(page, 'Approve');
    await page
      .getByText(/^(No answer came|Approve: done)$/)
      .first()
      .waitFor();
    await banner.waitFor({ state: 'detached' });

    await eventually(() => inbox.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
    await inbox.bridge.idle();
    expect(inbox.center.transactions()).toMatchObject([{ conclusions: [{ time: expect.any(String) }] }]);
    expect(inbox.center.messages('anna')).toHaveLength(1);
    // The report says what the lost answer did not.
    await detail(page).getByText('Approve: done', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Traffic' }).click();
    await list(page, 'Calls').getByRole('link').filter({ hasText: 'reset-after' }).click();
    await detail(page).getByText('Struck by the fault reset-after').waitFor();
  });

  test('a message that is sent again is told as that, and both have the number of their matter', async () => {
    const inbox = await pages.start();
    inbox.center.faults.set({ rules: [{ fault: 'http-error-after', calls: ['messageSend'], next: 1 }] });
    await inbox.begin('leave-approval', 'anna', 'LEAVE-7', { manager: 'bo', days: 1 });
    await inbox.handle('anna', 'apply', 'Submit');
    await inbox.handle('bo', 'manager-approval', 'Approve');
    const page = await pages.open(inbox, '/bo/traffic/calls/all');
    const sent = list(page, 'Calls').getByRole('link').filter({ hasText: 'LEAVE-7' }).filter({ hasText: 'Message' });
    await sent.filter({ hasText: 'http-error-after' }).waitFor();
    await sent.filter({ hasText: 'Accepted before' }).click();
    await detail(page).getByText('The center had this message before, with the same sendId.').waitFor();
    expect(await sent.count()).toBe(2);
    await eventually(() => inbox.center.messages('anna').length).toBe(1);
    // Another call begins at its top.
    await page.setViewportSize({ width: 1280, height: 420 });
    const top = () => page.evaluate<number>(`document.querySelector('.detail-pane').scrollTop`);
    await page.evaluate(`document.querySelector('.detail-pane').scrollTop = 200`);
    expect(await top()).toBeGreaterThan(0);
    await sent.filter({ hasText: 'http-error-after' }).click();
    await detail(page).getByText('Struck by the fault http-error-after').waitFor();
    expect(await top()).toBe(0);
  });

  test('by chance and with options, and all are switched off at once', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/bo/traffic/faults');
    // A switch far down does not move the window when it is pressed.
    await page.getByRole('button', { name: 'Set up two-members' }).click();
    await page.getByText('By chance').click();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.getByRole('button', { name: 'Cancel: two-members' }).click();

    const entry = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'latency', exact: true }) });
    await entry.getByRole('button', { name: 'Set up latency' }).click();
    await entry.getByText('By chance').click();
    await entry.getByRole('spinbutton', { name: 'Percent of the calls' }).fill('40');
    await entry.getByRole('spinbutton', { name: 'Milliseconds' }).fill('25');
    await entry.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.getByRole('list', { name: 'Switched on' }).getByText('40% of the calls').waitFor();
    await page.getByRole('list', { name: 'Switched on' }).getByText('Milliseconds: 25').waitFor();
    expect(inbox.center.faults.active.map(({ rule }) => rule)).toEqual([
      { fault: 'latency', probability: 0.4, ms: 25 },
    ]);
    await page.getByRole('region', { name: 'Switched on' }).getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('No fault is on.').waitFor();
    expect(inbox.center.faults.active).toEqual([]);

    inbox.center.faults.set({ rules: [{ fault: 'duplicate', next: 1, together: false }] });
    const duplicate = page.getByRole('list', { name: 'Switched on' }).getByRole('listitem');
    await duplicate.getByText('duplicate').waitFor();
    expect(await duplicate.innerText()).not.toContain('false');
  });

  test('of several, one is added or removed and the others go on; a wrong number is told beside it', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    inbox.center.faults.set({ rules: [{ fault: 'latency', probability: 1, calls: ['button'], ms: 0 }] });
    await inbox.handle('anna', 'apply', 'Submit');
    const page = await pages.open(inbox, '/bo/traffic/faults', { mayBeRefused: true });
    const active = page.getByRole('list', { name: 'Switched on' });
    await active.getByText('struck 1 time').waitFor();

    const entry = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'http-error-before', exact: true }) });
    await entry.getByRole('button', { name: 'Set up http-error-before' }).click();
    await entry.getByRole('spinbutton', { name: 'HTTP status' }).fill('42');
    await entry.getByRole('button', { name: 'Switch on', exact: true }).click();
    await entry.getByRole('alert').getByText('HTTP status: enter a whole number from 400 to 599.').waitFor();
    await entry.getByRole('spinbutton', { name: 'HTTP status' }).fill('500');
    await entry.getByRole('button', { name: 'Switch on', exact: true }).click();
    await active.getByRole('button', { name: 'Switch off http-error-before' }).click();
    await active.getByText('http-error-before').waitFor({ state: 'detached' });
    expect(inbox.center.faults.active).toMatchObject([{ struck: 1 }]);
    await active.getByText('struck 1 time').waitFor();
  });

  test('a nightly run without an answer is in the list at once', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/traffic/clock');
    await page.getByText('No requests yet.').waitFor();
    inbox.center.faults.set({ rules: [{ fault: 'lost', calls: ['taskStatus'], next: 1 }] });
    await page.getByRole('button', { name: 'Run it now' }).click();
    await page.getByText('Asked: 1 application').first().waitFor();
    await page.getByText('the business system did not answer').waitFor();
    await page.goto(`${inbox.center.inboxUrl}#/anna/traffic`);
    await page.getByRole('searchbox').fill('LEAVE-1');
    await row(page, 'Calls', /The center asks for the state/).waitFor();
    await page.goto(`${inbox.center.inboxUrl}#/anna/traffic/clock`);
    // What is shown is since the start of the sandbox: both lists say so.
    await page.getByRole('heading', { name: 'Requests since the start of the sandbox' }).waitFor();
    await page.goto(`${inbox.center.inboxUrl}#/anna/traffic`);
    await page.getByText('Calls are kept only while the sandbox runs: the list begins at its last start.').waitFor();
  });

  test('what did not reach the sandbox is said until it answers, and a form stays as it was', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/anna/traffic/clock', { mayBeRefused: true });
    let isDown = true;
    await page.route('**/status-runs', (route) => (isDown ? route.abort() : route.continue()));
    await page.reload();
    await page.getByRole('alert').getByText('The sandbox does not answer').waitFor();
    expect(await page.getByText('No requests yet.').count()).toBe(0);
    isDown = false;
    await page.getByText('No requests yet.').waitFor();
    const lost = page.getByText(
      'The connection was lost; the sandbox answers again. Whether it was done is not known.',
    );
    await page.route('**/clock/advance', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Set forward', exact: true }).click();
    await lost.waitFor();

    await page.goto(`${inbox.center.inboxUrl}#/anna/traffic/faults`);
    const entry = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'latency', exact: true }) });
    await entry.getByRole('button', { name: 'Set up latency' }).click();
    await entry.getByRole('spinbutton', { name: 'Milliseconds' }).fill('25');
    await page.route('**/sandbox/faults', (route) => route.abort(), { times: 1 });
    await entry.getByRole('button', { name: 'Switch on', exact: true }).click();
    await lost.waitFor();
    expect(await entry.getByRole('spinbutton', { name: 'Milliseconds' }).inputValue()).toBe('25');
    await entry.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.getByRole('list', { name: 'Switched on' }).getByText('latency').waitFor();
    // The banner, on a page that has nothing else of faults.
    await page.goto(`${inbox.center.inboxUrl}#/anna/pending`);
    const clear = page.getByRole('region', { name: 'Switched on' }).getByRole('button', { name: 'Clear all' });
    await page.route('**/sandbox/faults', (route) => route.abort(), { times: 1 });
    await clear.click();
    await lost.waitFor();
    await clear.click();
    await lost.waitFor({ state: 'detached' });
  });
});
