import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, list, result, row } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

/** What a shell has to be told apart in, and a person may write. */
const OPINION = `It's "fine" – $HOME \`date\` \\ 好的!`;

/** One of the available faults. */
const fault = (page: Page, name: string): Locator =>
  page.locator('details', { has: page.getByText(name, { exact: true }) });

/** How many there are once they are fewer; while they are fetched there is none. */
async function countFewer(calls: Locator, before: number): Promise<number> {
  let count = 0;
  await eventually(async () => {
    count = await calls.count();
    return count > 0 && count < before;
  }).toBe(true);
  return count;
}

/** Two leaves, of which the manager has decided one. */
async function decideLeave(inbox: Inbox): Promise<void> {
  for (const key of ['LEAVE-1', 'LEAVE-2']) {
    const instanceId = await inbox.begin('leave-approval', 'anna', key, { manager: 'bo', days: 5 });
    const { taskId } = inbox.pending('anna', 'apply');
    await inbox.center.press(taskId, { account: 'anna', action: 'Submit', opinions: key });
    await inbox.bridge.idle();
    expect((await inbox.bridge.instances.get(instanceId))?.status).toBe('running');
  }
  await inbox.handle('bo', 'manager-approval', 'Approve', OPINION);
}

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

  test('is filtered by transaction, kind and words, and new calls appear automatically', async () => {
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
    const entry = fault(page, 'reset-after');
    await entry.locator('summary').click();
    await entry.getByRole('spinbutton', { name: 'How many' }).fill('1');
    await entry.getByRole('button', { name: 'Switch on', exact: true }).click();
    const banner = page.getByRole('region', { name: 'Switched on' });
    await banner.getByText('Faults are on: reset-after (1 to go)').waitFor();

    await page.getByRole('link', { name: /^Inbox/ }).click();
    await row(page, 'Pending tasks', 'Manager approval').click();
    await banner.waitFor();
    await decide(page, 'Approve');
    await result(page, 'Approve', 'no answer').waitFor();
    await banner.waitFor({ state: 'detached' });

    await eventually(() => inbox.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
    await inbox.bridge.idle();
    expect(inbox.center.transactions()).toMatchObject([{ conclusions: [{ time: expect.any(String) }] }]);
    expect(inbox.center.messages('anna')).toHaveLength(1);
    await page.getByRole('link', { name: 'Traffic' }).click();
    await list(page, 'Calls').getByRole('link').filter({ hasText: 'reset-after' }).click();
    await detail(page).getByText('Struck by the fault reset-after').waitFor();
  });

  test('by chance and with options, and all are switched off at once', async () => {
    const inbox = await pages.start();
    const page = await pages.open(inbox, '/bo/traffic/faults');
    const entry = fault(page, 'latency');
    await entry.locator('summary').click();
    await entry.getByRole('combobox', { name: 'When' }).selectOption('Percent of the calls');
    await entry.getByRole('spinbutton', { name: 'How many' }).fill('40');
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

    const entry = fault(page, 'http-error-before');
    await entry.locator('summary').click();
    await entry.getByRole('spinbutton', { name: 'HTTP status' }).fill('42');
    await entry.getByRole('button', { name: 'Switch on', exact: true }).click();
    await entry
      .getByRole('alert')
      .getByText(/status: .*400/)
      .waitFor();
    await entry.getByRole('spinbutton', { name: 'HTTP status' }).fill('500');
    await entry.getByRole('button', { name: 'Switch on', exact: true }).click();
    await active.getByRole('button', { name: 'Switch off http-error-before' }).click();
    await active.getByText('http-error-before').waitFor({ state: 'detached' });
    expect(inbox.center.faults.active).toMatchObject([{ struck: 1 }]);
    await active.getByText('struck 1 time').waitFor();
  });
});
