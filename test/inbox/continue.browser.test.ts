import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usePages } from './open-page.ts';
import { account, detail, eventually, result, row } from './page-steps.ts';
import { PHONE } from './screens.ts';

/** The next Tab begins where the person is, not at the top of the page. */
const keepsFocus = (page: Page) =>
  eventually(() => page.evaluate<boolean>('document.activeElement !== document.body')).toBe(true);

describe('a person who goes through a process alone', () => {
  const pages = usePages();

  test('finds the first task open, continues as the next person, and keeps the focus', async () => {
    const inbox = await pages.start();
    await inbox.begin('leave-approval', 'anna', 'LEAVE-1', { manager: 'bo', days: 9 });
    await inbox.begin('contract', 'anna', 'CONTRACT-1', { subject: 'Lease', reviewer: 'chen', manager: 'dara' });
    const page = await pages.open(inbox, '/anna/pending');
    await page.getByRole('heading', { name: 'Lease Draft', level: 2 }).waitFor();
    await row(page, 'Pending tasks', /LEAVE-1/).click();
    await page.getByRole('heading', { name: '9-day leave of Anna Berg Apply', level: 2 }).waitFor();

    await detail(page).getByRole('button', { name: 'Submit' }).press('Enter');
    await result(page, 'Submit').waitFor();
    await keepsFocus(page);
    // Below the result; the history has it too.
    await detail(page).getByRole('link', { name: 'Continue as Bo Lindqvist' }).first().press('Enter');
    await page.getByRole('heading', { name: '9-day leave of Anna Berg Manager approval', level: 2 }).waitFor();
    await account(page, 'Bo Lindqvist').waitFor();
    await keepsFocus(page);
    // What was announced to Anna is not for Bo.
    await eventually(() => page.getByText(/^Submit: /).count()).toBe(0);

    // Of a group each member is offered, here beside whom the matter waits for.
    await inbox.handle('bo', 'manager-approval', 'Approve');
    const waiting = page.getByRole('region', { name: 'History' }).getByRole('listitem').last();
    await waiting.getByRole('link', { name: 'Continue as Dara Okafor' }).waitFor();

    // On a phone the task would hide the list.
    await page.setViewportSize(PHONE);
    await page.goto(`${inbox.center.inboxUrl}#/dara/pending`);
    await row(page, 'Pending tasks', /LEAVE-1/).waitFor();
    expect(await detail(page).count()).toBe(0);
  });

  test('sees which task is whose where several wait for the same person', async () => {
    const inbox = await pages.start();
    await inbox.begin('purchase', 'anna', 'PURCHASE-1', { item: 'Desk', price: 300, signers: ['bo'] });
    const page = await pages.open(inbox, '/anna/pending');
    await detail(page).getByRole('button', { name: 'Submit' }).click();
    await result(page, 'Submit').getByRole('link', { name: 'Continue as Gu Min · Legal check' }).waitFor();
    await result(page, 'Submit').getByRole('link', { name: 'Continue as Gu Min · Finance check' }).click();
    await page.getByRole('heading', { name: 'Desk, 300 euros Finance check', level: 2 }).waitFor();
  });

  test('is led to the next task that can be decided, on a phone by what a finger meets', async () => {
    const inbox = await pages.start({}, 'zh');
    await inbox.beginAll();
    const page = await pages.open(inbox, '/bo/pending', { locale: 'zh-CN', viewport: PHONE });
    await page.getByRole('link', { name: /EXPENSE-502/ }).click();
    await detail(page).getByRole('button', { name: '同意', exact: true }).click();
    await detail(page).getByRole('link', { name: '下一个待办：去机场的出租车，40 元 · 审批' }).click();
    await detail(page).getByRole('button', { name: '同意', exact: true }).click();
    // The maintenance of the lifts is newer, and suspended.
    await detail(page).getByRole('link', { name: '下一个待办：新办公室租赁 · 审阅' }).click();
    await detail(page).getByRole('button', { name: '提交', exact: true }).click();
    const offered = detail(page).locator('.result').getByRole('link', { name: '以 戴蕾 的身份继续' });
    await offered.waitFor();
    expect((await offered.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
});
