import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { detail, eventually, readHistory, row } from './page-steps.ts';

describe('a button that is a page', () => {
  const pages = usePages();

  test('opens in a new tab without access to the inbox, and the inbox shows the result', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const { taskId } = inbox.pending('bo', 'review');
    const page = await pages.open(inbox, `/bo/pending/${taskId}`);

    const transfer = detail(page).getByRole('link', { name: 'Transfer (opens a page in a new tab)' });
    await eventually(() => transfer.getAttribute('rel')).toContain('noopener');
    await detail(page).getByText('Not passed on to a page of its own: Transfer.').waitFor();
    const [opened] = await Promise.all([page.context().waitForEvent('page'), transfer.click()]);
    await opened.getByRole('heading', { name: 'Transfer: Review' }).waitFor();
    expect(opened.url()).toBe(`${inbox.pagesOrigin}/transfer/${taskId}`);
    expect(await opened.evaluate('[window.opener, document.referrer]')).toEqual([null, '']);
    await detail(page).getByText('Transfer: opened in a new tab').waitFor();

    await opened.getByLabel('Who is the new handler?').selectOption({ label: 'Gu Min' });
    await opened.getByLabel('Your opinion').fill('You know them better.');
    await opened.getByRole('button', { name: 'Transfer' }).click();
    await opened.getByText('Done. Gu Min is the handler now.').waitFor();

    await detail(page).getByText('Transfer: opened in a new tab').waitFor({ state: 'detached' });
    await eventually(() => readHistory(page)).toContainEqual(
      expect.stringMatching(/Review was transferred to Gu Min.*You know them better\.|You know them better\./),
    );
    await row(page, 'Pending tasks', 'Review').waitFor({ state: 'detached' });
    const ofGu = await pages.open(inbox, '/gu/pending');
    await row(ofGu, 'Pending tasks', 'Review').waitFor();
  });

  test('tells what was done there before its report has arrived', async () => {
    const inbox = await pages.start();
    await inbox.begin('contract', 'anna', 'CONTRACT-7', { reviewer: 'bo', manager: 'dara' });
    await inbox.handle('anna', 'draft', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'review').taskId}`);
    inbox.center.faults.set({
      rules: [{ fault: 'http-error-before', status: 500, calls: ['taskHandle'], probability: 1 }],
    });
    const transfer = detail(page).getByRole('link', { name: 'Transfer (opens a page in a new tab)' });
    const [opened] = await Promise.all([page.context().waitForEvent('page'), transfer.click()]);
    await opened.getByLabel('Who is the new handler?').selectOption({ label: 'Gu Min' });
    await opened.getByRole('button', { name: 'Transfer' }).click();
    await detail(page).getByText('Handled; its report is missing').waitFor();
    await detail(page)
      .getByText('You have handled this task yourself; its report has not arrived yet. Last answer to it: HTTP 500.')
      .waitFor();
    await detail(page).getByText('Transfer: opened in a new tab').waitFor({ state: 'detached' });
    const submit = detail(page).getByRole('button', { name: 'Submit', exact: true });
    await eventually(() => submit.getAttribute('aria-disabled')).toBe('true');
    inbox.center.faults.clear();
    await detail(page).getByText('Handled; its report is missing').waitFor({ state: 'detached' });
  });

  test('no longer says that a page was opened when people were informed there, or when it is told to be quiet', async () => {
    const inbox = await pages.start();
    await inbox.begin('expense-claim', 'anna', 'EXPENSE-7', { purpose: 'Taxi', amount: 40, manager: 'bo' });
    await inbox.handle('anna', 'claim', 'Submit');
    const page = await pages.open(inbox, `/bo/pending/${inbox.pending('bo', 'approve').taskId}`);
    const note = detail(page).getByText('Circulate: opened in a new tab');
    const circulate = detail(page).getByRole('link', { name: 'Circulate (opens a page in a new tab)' });

    await Promise.all([page.context().waitForEvent('page'), circulate.click()]);
    await note.waitFor();
    await detail(page).getByRole('button', { name: 'Close this message' }).click();
    await note.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.tagName')).toBe('SECTION');

    const [opened] = await Promise.all([page.context().waitForEvent('page'), circulate.click()]);
    await note.waitFor();
    await opened.getByLabel('Who should be notified?').selectOption({ label: 'Gu Min' });
    await opened.getByRole('button', { name: 'Circulate' }).click();
    await note.waitFor({ state: 'detached' });
    await detail(page).getByRole('button', { name: 'Approve' }).waitFor();
  });

  test('who is informed of a task that others have is not told of lists and buttons that they never had', async () => {
    const inbox = await pages.start();
    await inbox.begin('expense-claim', 'anna', 'EXPENSE-7', { purpose: 'Taxi', amount: 40, manager: 'bo' });
    await inbox.handle('anna', 'claim', 'Submit');
    const page = await pages.open(inbox, `/gu/pending/${inbox.pending('bo', 'approve').taskId}`);
    await detail(page).getByText('This task is in none of the lists of Gu Min.').waitFor();
    expect(await page.getByText('The business system gave this task no buttons').count()).toBe(0);
  });
});
