import { describe, expect, test } from 'vitest';
import { isBrowserMissing } from '../support/browser.ts';
import { usePages } from './open-page.ts';
import { row } from './page-steps.ts';

describe.skipIf(isBrowserMissing())('rows and headings', () => {
  const pages = usePages();

  test('lead with what the matter is about, then name the node and the process', async () => {
    const inbox = await pages.start();
    const claim = (purpose: string, amount: number) => ({ purpose, amount, manager: 'bo' });
    await inbox.begin('expense-claim', 'anna', 'EXPENSE-1', claim('Taxi to the airport', 40));
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 2 });
    const page = await pages.open(inbox, '/anna/pending');
    // A number alone would say nothing.
    await row(page, 'Pending tasks', /^Days: 2 .*Apply.*Leave approval.*LEAVE-1/s).waitFor();
    const taxi = row(page, 'Pending tasks', /^Taxi to the airport, 40 euros .*Claim.*Expense claim.*EXPENSE-1/s);
    await taxi.click();
    await page.getByRole('heading', { name: 'Taxi to the airport, 40 euros Claim', level: 2, exact: true }).waitFor();

    await page.getByRole('tab', { name: /^Initiated/ }).click();
    const mine = row(page, 'Transactions you started', /^Taxi to the airport, 40 euros .*Expense claim.*EXPENSE-1/s);
    await mine.click();
    await page.getByRole('heading', { name: 'Taxi to the airport, 40 euros', level: 2, exact: true }).waitFor();
    expect(await row(page, 'Transactions you started', /^Days: 2/).count()).toBe(1);
  });
});
