import { describe, expect, test } from 'vitest';
import { nextTask, openTasks } from '../sandbox/business-system.ts';
import { createCompany } from '../support/inner/cli.ts';
import { usePages } from './open-page.ts';
import { becomes, detail, eventually, row, tab } from './page-steps.ts';

describe('rows and headings', () => {
  const pages = usePages();

  test('lead with what the matter is about, then name the node and the process', async () => {
    const inbox = await pages.start();
    const claim = (purpose: string, amount: number) => ({ purpose, amount, manager: 'bo' });
    await inbox.begin('expense-claim', 'anna', 'EXPENSE-1', claim('Taxi to the airport', 40));
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 2 });
    const page = await pages.open(inbox, '/anna/pending');
    await row(page, 'Pending tasks', /^2-day leave of Anna Berg .*Apply.*Leave approval.*LEAVE-1/s).waitFor();
    const taxi = row(page, 'Pending tasks', /^Taxi to the airport, 40 euros .*Claim.*Expense claim.*EXPENSE-1/s);
    await taxi.click();
    await page.getByRole('heading', { name: 'Taxi to the airport, 40 euros Claim', level: 2, exact: true }).waitFor();

    await tab(page, /^Initiated/).click();
    const mine = row(page, 'Transactions you started', /^Taxi to the airport, 40 euros .*Expense claim.*EXPENSE-1/s);
    await mine.click();
    await page.getByRole('heading', { name: 'Taxi to the airport, 40 euros', level: 2, exact: true }).waitFor();
    expect(await row(page, 'Transactions you started', /^2-day leave of Anna Berg/).count()).toBe(1);
  });

  test('name a number, which alone would say nothing', async () => {
    const inbox = await pages.start();
    await openTasks(inbox.center, nextTask('t-1', { taskSummary: ['Days|2'] }));
    const page = await pages.open(inbox, '/bo/pending', { mayBeRefused: true });
    await row(page, 'Pending tasks', /^Days: 2 /).waitFor();
  });

  test('of handled tasks show what was pressed and how the matter stands; messages name people and lead to it', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 2 });
    await inbox.begin('leave-approval', 'emil', 'LEAVE-2', { manager: 'bo', days: 9 });
    await inbox.handle('anna', 'apply', 'Submit');
    await inbox.handle('bo', 'manager-approval', 'Approve', 'Enjoy it.');
    await inbox.handle('emil', 'apply', 'Submit');
    await inbox.handle('bo', 'manager-approval', 'Reject');
    const page = await pages.open(inbox, '/bo/handled');
    const handled = (name: RegExp) => row(page, 'Handled tasks', name);
    await handled(/LEAVE-1.*Concluded.*You:\s*Approve\s*Enjoy it\./s).waitFor();
    await handled(/LEAVE-2.*Running.*You:\s*Reject/s).waitFor();
    await page.getByRole('searchbox').fill('running');
    await eventually(() => handled(/./).count()).toBe(1);

    await becomes(page, 'Anna Berg');
    await tab(page, /^Messages/).click();
    const message = row(page, 'Your messages', /Your leave is approved.*2 days, decided by Bo Lindqvist\..*LEAVE-1/s);
    await message.click();
    await detail(page).getByRole('link', { name: 'About 2-day leave of Anna Berg · LEAVE-1' }).click();
    await page.getByRole('heading', { name: '2-day leave of Anna Berg', level: 2, exact: true }).waitFor();
    expect(page.url()).toContain('/anna/initiated/');
    await page.getByRole('button', { name: /^Notification bar/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'About 2-day leave of Anna Berg · LEAVE-1' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await page.goto(`${inbox.center.inboxUrl}#/`);
    const avatars = page.getByRole('main').locator('.avatar');
    await avatars.first().waitFor();
    const looks = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main .avatar')].map((each) => getComputedStyle(each).backgroundColor)",
    );
    expect(new Set(looks).size).toBe(createCompany('en').directory.accounts.length);
  });
});
