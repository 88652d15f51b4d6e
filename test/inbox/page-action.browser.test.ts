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

    await opened.getByLabel('Who is the new handler?').selectOption({ label: 'Gu Min' });
    await opened.getByLabel('Your opinion').fill('You know them better.');
    await opened.getByRole('button', { name: 'Transfer' }).click();
    await opened.getByText('Done. Gu Min is the handler now.').waitFor();

    await eventually(() => readHistory(page)).toContainEqual(
      expect.stringMatching(/Review was transferred to Gu Min.*You know them better\.|You know them better\./),
    );
    await row(page, 'Pending tasks', 'Review').waitFor({ state: 'detached' });
    const ofGu = await pages.open(inbox, '/gu/pending');
    await row(ofGu, 'Pending tasks', 'Review').waitFor();
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
