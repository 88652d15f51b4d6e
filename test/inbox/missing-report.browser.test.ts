import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { decide, detail, eventually, readHistory, row } from './page-steps.ts';
import type { Inbox } from './start-inbox.ts';

/** Anna's page with a task whose press is accepted while the center refuses every report. */
async function pressUnheard(inbox: Inbox, page: Page): Promise<void> {
  inbox.center.faults.set({
    rules: [{ fault: 'http-error-before', status: 500, calls: ['taskHandle'], probability: 1 }],
  });
  await row(page, 'Pending tasks', /LEAVE-1/).click();
  await decide(page, 'Submit', 'In June.');
  await page.getByText('Submit: accepted, its report is missing').first().waitFor();
}

/** How many pixels of it are below the edge of the part that scrolls. */
function hiddenOf(result: Locator): Promise<number> {
  return result.evaluate((element) => {
    const edge = element.closest('.detail-pane')?.getBoundingClientRect().bottom ?? 0;
    return Math.max(0, element.getBoundingClientRect().bottom - edge);
  });
}

describe('a press that is accepted, whose report does not arrive', () => {
  const pages = usePages();

  test('is shown as that with the latest answer, and its buttons rest until the report is there', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending');
    await pressUnheard(inbox, page);

    const submit = detail(page).getByRole('button', { name: 'Submit', exact: true });
    await detail(page).getByText('Last answer to it: HTTP 500.').waitFor();
    await eventually(() => submit.getAttribute('aria-disabled')).toBe('true');
    await row(page, 'Pending tasks', /LEAVE-1/)
      .getByText('Accepted')
      .waitFor();
    await page.reload();
    await detail(page).getByText('Last answer to it: HTTP 500.').waitFor();
    await eventually(() => submit.getAttribute('aria-disabled')).toBe('true');
    inbox.center.faults.clear();
    await page.getByText('No pending tasks').waitFor();
    await eventually(() => readHistory(page)).toContainEqual(expect.stringMatching(/^Anna Berg handled Apply/));
    expect(await submit.count()).toBe(0);
  });

  test('cannot be closed before the report is there, and is done then', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending');
    await pressUnheard(inbox, page);
    const close = detail(page).getByRole('button', { name: 'Close this message' });
    expect(await close.count()).toBe(0);
    inbox.center.faults.clear();
    await detail(page).getByText('Submit: done').waitFor();
    await close.click();
    await detail(page).getByText('Submit: done').waitFor({ state: 'detached' });
  });

  test('rests the buttons that are pages too', async () => {
    const inbox = await pages.start();
    await inbox.begin('expense-claim', 'anna', 'EXPENSE-1', { purpose: 'Taxi', amount: 40, manager: 'bo' });
    await inbox.handle('anna', 'claim', 'Submit');
    const { taskId } = inbox.pending('bo', 'approve');
    const page = await pages.open(inbox, `/bo/pending/${taskId}`);
    const link = detail(page).getByRole('link', { name: 'Circulate' });
    await link.waitFor();
    inbox.center.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
    await decide(page, 'Approve');
    await page.getByText('Approve: accepted, its report is missing').first().waitFor();
    const resting = detail(page).getByRole('button', { name: 'Circulate' });
    await resting.waitFor();
    await eventually(() => resting.getAttribute('aria-disabled')).toBe('true');
    expect(await link.count()).toBe(0);
    const rest = detail(page).getByText('The buttons rest until the report arrives.');
    await rest.waitFor();
    // That the process has ended is of one's own press, which the message explains.
    const over = detail(page).getByText(/Approve.*: in the business system the transaction is over/);
    const approve = detail(page).getByRole('button', { name: 'Approve', exact: true });
    await eventually(() => approve.getAttribute('class')).toMatch(/is-quiet/);
    expect(await over.count()).toBe(0);
    await page.getByRole('button', { name: 'Use the buttons anyway' }).click();
    await link.waitFor();
    await over.waitFor();
    await page.getByText('Approve: accepted, its report is missing').first().waitFor();
    expect(await rest.count()).toBe(0);
    inbox.center.faults.clear();
  });

  test('leaves to the initiator only quiet buttons, once the diagram says that the process has ended', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-1', { subject: 'Cleaning', reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    await inbox.handle('bo', 'review', 'Submit');
    const page = await pages.open(inbox, '/anna/initiated');
    await row(page, 'Transactions you started', /Cleaning/).click();
    const withdraw = detail(page).getByRole('button', { name: 'Withdraw' });
    await eventually(() => withdraw.getAttribute('class')).not.toMatch(/is-quiet/);
    inbox.center.faults.set({
      rules: [{ fault: 'http-error-before', status: 500, calls: ['taskHandle'], probability: 1 }],
    });
    const { taskId } = inbox.pending('dara', 'sign');
    await inbox.center.press(taskId, { account: 'dara', action: 'Submit' });
    await detail(page)
      .getByText(/Withdraw.*: in the business system the transaction is over, but its report has not arrived here\./)
      .waitFor();
    await eventually(() => withdraw.getAttribute('class')).toMatch(/is-quiet/);
  });

  test('is told in the history of others, which leads to nobody for it', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-1', { subject: 'Cleaning', reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, '/anna/initiated');
    await row(page, 'Transactions you started', /Cleaning/).click();
    const continueAs = detail(page).getByRole('link', { name: 'Continue as Bo Lindqvist' });
    await continueAs.waitFor();
    inbox.center.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
    await inbox.center.press(inbox.pending('bo', 'review').taskId, { account: 'bo', action: 'Submit' });
    await eventually(async () => (await readHistory(page)).at(-1)).toBe(
      'Bo Lindqvist handled Review in the business system; its report has not arrived yet Submit',
    );
    expect(await continueAs.count()).toBe(0);
    inbox.center.faults.clear();
    await eventually(() => readHistory(page)).toContainEqual(expect.stringMatching(/^Bo Lindqvist handled Review/));
    await detail(page).getByRole('link', { name: 'Continue as Dara Okafor' }).waitFor();
  });

  test('is told with whom the task was, where nobody pressed in the center', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-1', { subject: 'Cleaning', reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const { taskId } = inbox.pending('bo', 'review');
    inbox.center.faults.set({ rules: [{ fault: 'http-error-before', calls: ['taskHandle'], probability: 1 }] });
    await inbox.bridge.press(taskId, { account: 'bo' });
    const page = await pages.open(inbox, `/bo/pending/${taskId}`);
    await eventually(async () => (await readHistory(page)).at(-1)).toBe(
      'Review was handled in the business system, where it waited for Bo Lindqvist; its report has not arrived yet',
    );
    inbox.center.faults.clear();
  });

  test('explains a second press as late after one’s own, before and after the report', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending');
    await pressUnheard(inbox, page);

    await page.getByRole('button', { name: 'Use the buttons anyway' }).click();
    await decide(page, 'Submit');
    await detail(page)
      .getByText(/^It was your own press\. The business system accepted Submit at .*; its report has not arrived yet\./)
      .waitFor();
    inbox.center.faults.clear();
    await detail(page)
      .getByText(/^It was your own press: Submit at .*\. Its report has arrived\. Nothing was done twice\.$/)
      .waitFor();
  });

  test('is told in the list too while the business system waits with all reports, since another was refused', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    await inbox.begin('leave-approval', 'anna', 'LEAVE-2', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending');
    await pressUnheard(inbox, page);
    await detail(page).getByText('Last answer to it: HTTP 500.').waitFor();
    await row(page, 'Pending tasks', /LEAVE-2/).click();
    await detail(page).getByText('LEAVE-2').first().waitFor();
    await decide(page, 'Submit');
    // Times are drawn again every 20 seconds.
    await row(page, 'Pending tasks', /LEAVE-2/)
      .getByText('Accepted')
      .waitFor({ timeout: 60_000 });
  }, 120_000);

  test('keeps its task from being offered as the next one', async () => {
    const inbox = await pages.start();
    for (const key of ['LEAVE-1', 'LEAVE-2', 'LEAVE-3']) {
      await inbox.begin('leave-approval', 'anna', key, { manager: 'bo', days: 1 });
    }
    const page = await pages.open(inbox, '/anna/pending');
    inbox.center.faults.set({ rules: [{ fault: 'item-failure', next: 1, code: 400 }] });
    await row(page, 'Pending tasks', /LEAVE-2/).click();
    await decide(page, 'Submit');
    await detail(page)
      .getByText(/refused with code 400/)
      .waitFor();
    await row(page, 'Pending tasks', /LEAVE-3/).click();
    await detail(page).getByText('LEAVE-3').first().waitFor();
    await decide(page, 'Submit');
    // Newer than LEAVE-1, LEAVE-2 would be next.
    await detail(page)
      .getByRole('link', { name: /^Next task: .*LEAVE-1/ })
      .waitFor();
  });

  test('ends as done when the report arrives, and is not covered while it grows on a phone', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const phone = { viewport: { width: 390, height: 640 }, hasTouch: true, isMobile: true };
    const page = await pages.open(inbox, '/anna/pending', { ...phone, locale: 'zh-CN' });
    inbox.center.faults.set({ rules: [{ fault: 'outer-code-before', calls: ['taskHandle'], probability: 1 }] });
    await page.getByRole('link', { name: /LEAVE-1/ }).click();
    await detail(page).getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByText('“Submit”已受理，尚未收到上报').first().waitFor();
    await detail(page)
      .getByText(/最近一次上报的应答：拒绝（代码 500）/)
      .waitFor();
    const result = detail(page).locator('.result');
    await eventually(() => hiddenOf(result)).toBe(0);
    await eventually(() => result.innerText()).not.toMatch(/[。，：] /);
    inbox.center.faults.clear();
    await page.getByText('“Submit”已完成').first().waitFor();
  });

  test('is unknown after a press without an answer, which is told after a reload too', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 1 });
    const page = await pages.open(inbox, '/anna/pending');
    inbox.center.faults.set({ rules: [{ fault: 'reset-before', calls: ['button'], probability: 1 }] });
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await decide(page, 'Submit', 'In June.');
    await detail(page).getByText('Submit: no answer came').waitFor();
    inbox.center.faults.clear();

    await page.reload();
    await detail(page)
      .getByText(/^Your press of Submit at .* got no answer, but may have been accepted/)
      .waitFor();
    await detail(page).getByRole('button', { name: 'Close this message' }).click();
    await detail(page).getByText('Submit: no answer came').waitFor({ state: 'detached' });
    await detail(page).getByRole('button', { name: 'Submit', exact: true }).click();
    await detail(page).getByText('Submit: done').waitFor();
  });
});
