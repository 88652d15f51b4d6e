import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, readHistory, row, tab } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

/** Emil and Gu both may check it. */
async function beginLegalCheck(inbox: Inbox): Promise<string> {
  const instanceId = await inbox.begin('purchase', 'anna', 'PURCHASE-7', { signers: ['bo'] });
  await inbox.handle('anna', 'request', 'Submit');
  return instanceId;
}

async function openCheck(page: Page): Promise<void> {
  await row(page, 'Pending tasks', 'Legal check').click();
  await detail(page).getByRole('button', { name: 'Submit' }).waitFor();
}

describe('a late click', () => {
  const pages = usePages();

  test('on a task that somebody else has handled, which the center does not know yet, has no effect and says so', async () => {
    const inbox = await pages.start();
    const instanceId = await beginLegalCheck(inbox);
    const page = await pages.open(inbox, '/emil/pending');
    await openCheck(page);

    inbox.center.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
    const { taskId } = inbox.pending('gu', 'legal-check');
    expect((await inbox.bridge.press(taskId, { account: 'gu' })).kind).toBe('applied');

    await detail(page)
      .getByText(/^Submit: somebody else has pressed a button of this task/)
      .waitFor();
    await decide(page, 'Submit', 'I am late.');
    await page.getByText('This is not possible now').first().waitFor();
    await detail(page)
      .getByText(
        /^Gu Min was faster; the report of it has not arrived yet\. Last answer to it: HTTP 50\d\. This press had no effect/,
      )
      .waitFor();
    // What was written is not lost.
    await eventually(() => page.getByRole('textbox', { name: 'Opinion' }).inputValue()).toBe('I am late.');

    inbox.center.faults.clear();
    await eventually(() => readHistory(page)).toContainEqual(expect.stringMatching(/^Gu Min handled Legal check/));
    await tab(page, /^Pending$/).waitFor();
    expect(await detail(page).getByRole('button', { name: 'Submit' }).count()).toBe(0);
    const reports = await inbox.bridge.outbox.list({ instanceId });
    expect(reports.map(({ state }) => state)).toEqual(reports.map(() => 'delivered'));
  });

  test('of another button than the first one says that it had no effect', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.handle('anna', 'apply', 'Submit');
    const page = await pages.open(inbox, '/bo/pending');
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    inbox.center.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
    await decide(page, 'Approve');
    await page.getByRole('button', { name: 'Use the buttons anyway' }).click();
    await decide(page, 'Reject');
    const own = detail(page).getByText(/^It was your own press\. The business system accepted Approve at /);
    await eventually(() => own.innerText()).toMatch(/ This press had no effect\.$/);
    inbox.center.faults.clear();
    await eventually(() => readHistory(page)).toContainEqual(expect.stringMatching(/^Bo Lindqvist handled .*Approve$/));
  });

  test('on a page without events shows which buttons are offered now', async () => {
    const inbox = await pages.start();
    await beginLegalCheck(inbox);
    const page = await pages.open(inbox, '/emil/pending', { mayBeRefused: true });
    await page.route('**/sandbox/events', (route) => route.abort());
    await page.reload();
    await openCheck(page);
    await inbox.handle('gu', 'legal-check', 'Submit', 'I was first.');

    await decide(page, 'Submit');
    await page.getByText('This is not possible now').first().waitFor();
    await detail(page).getByText('This button is no longer offered, and nothing was done.').waitFor();
    await page.reload();
    await detail(page)
      .getByText('This task is in none of the lists of Emil Novak. Its current state is shown.')
      .waitFor();
    expect(await readHistory(page)).toContainEqual(
      expect.stringMatching(/^Gu Min handled Legal check; .*I was first\.$/),
    );
  });

  test('whose answer comes while another task is shown is told when one returns', async () => {
    const inbox = await pages.start();
    await beginLegalCheck(inbox);
    await inbox.begin('purchase', 'anna', 'PURCHASE-8', { signers: ['bo'] });
    await inbox.handle('anna', 'request', 'Submit');
    const page = await pages.open(inbox, '/emil/pending');
    await row(page, 'Pending tasks', /PURCHASE-7/).click();
    inbox.center.faults.set({ rules: [{ fault: 'reset-before', calls: ['button'], next: 1 }] });
    let held: Route | undefined;
    await page.route('**/press', (route) => {
      held = route;
    });
    await decide(page, 'Submit', 'It is fine.');
    await eventually(() => held !== undefined).toBe(true);
    await row(page, 'Pending tasks', /PURCHASE-8/).click();
    await detail(page).getByText('PURCHASE-8').first().waitFor();
    const [answered] = await Promise.all([page.waitForResponse('**/presses'), held?.continue()]);
    expect(answered.ok()).toBe(true);
    await row(page, 'Pending tasks', /PURCHASE-7/).click();
    await detail(page).getByText('No answer came').waitFor();
    await eventually(() => page.getByRole('textbox', { name: 'Opinion' }).inputValue()).toBe('It is fine.');
  });

  test('that did not arrive is not offered again once a colleague has handled the task', async () => {
    const inbox = await pages.start();
    await beginLegalCheck(inbox);
    const page = await pages.open(inbox, '/emil/pending', { mayBeRefused: true });
    await openCheck(page);
    await page.route('**/press', (route) => route.abort());
    await decide(page, 'Submit', 'It is fine.');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await inbox.handle('gu', 'legal-check', 'Submit', 'I was first.');
    await retry.waitFor({ state: 'detached' });
    await detail(page).getByText('Gu Min was faster. This press had no effect.').waitFor();
  });
});
